import type { Change, Step } from '../src/change.ts';
import type { DecisionContext } from '../src/decision-context.ts';
import { isGuarded, unitOf } from '../src/ledger/accounts.ts';
import { sumByUnit } from '../src/ledger/post.ts';
import { TRANSITIONS } from '../src/order/lifecycle.ts';
import type { Order } from '../src/order/order.ts';
import { validatePayout } from '../src/order/validation/validate-payout.ts';
import { ORDER_STATUSES, type OrderStatus } from '../src/order-status.ts';
import { type Attempt, LIVE_ATTEMPT_STATES } from '../src/transfer/attempt.ts';
import type { Payment } from '../src/transfer/payment.ts';
import type { Payout } from '../src/transfer/payout.ts';
import { after } from './order.ts';

/** Thrown when a posting would overdraw a guarded account, like the database's error. */
export class Overdrawn extends Error {
  override readonly name = 'Overdrawn';
}

/** Opening balance of the reserve: enough for two of these orders. */
export const AVAILABLE = 250_00n;

/**
 * In-memory model of one order: the ledger as the database keeps it, the provider's own book, and a clock. `apply` throws where the database would
 * reject a change; `check` asserts the invariants.
 */
export class OrderModel {
  nowMs = 0;
  order: Order | null = null;
  readonly payments = new Map<string, Payment>();
  readonly payouts = new Map<string, Payout>();
  readonly attempts = new Map<string, Attempt>();
  readonly balances = new Map<string, bigint>([
    ['rail:pm', AVAILABLE],
    ['equity:pm', -AVAILABLE],
  ]);
  /** Keys of the attempts that the provider actually paid. */
  readonly providerBook = new Set<string>();
  /** Number of manual transfers by operators. */
  manualTransfers = 0;
  readonly statuses: OrderStatus[] = [];
  private ids = 0;

  get now(): Date {
    return after(this.nowMs);
  }

  get ctx(): DecisionContext {
    return { now: this.now, actor: 'system', cause: 'test', newId: () => this.newId() };
  }

  advance(ms: number): void {
    this.nowMs += ms;
  }

  newId(): string {
    this.ids += 1;
    return `id-${this.ids}`;
  }

  payout(): Payout | undefined {
    return [...this.payouts.values()].at(-1);
  }

  attempt(): Attempt | undefined {
    return [...this.attempts.values()].at(-1);
  }

  /** Applies a change atomically. */
  apply(change: Change): void {
    const balances = this.moved(change);
    const { order } = change;
    if (order) this.applyOrder(order, change);
    else if (change.events.length > 0) throw new Error('events without their order');
    write(this.payments, change.payments);
    write(this.payouts, change.payouts);
    write(this.attempts, change.attempts);
    for (const [account, balance] of balances) this.balances.set(account, balance);
  }

  private moved(change: Change): Map<string, bigint> {
    const balances = new Map(this.balances);
    for (const posting of change.postings) {
      for (const [unit, sum] of sumByUnit(posting.entries)) if (sum !== 0n) throw new Error(`unbalanced in ${unit}`);
      for (const { account, amount } of posting.entries) {
        const balance = (balances.get(account) ?? 0n) + amount;
        balances.set(account, balance);
      }
    }
    for (const [account, balance] of balances) if (isGuarded(account as never) && balance < 0n) throw new Overdrawn(account);
    return balances;
  }

  private applyOrder({ before, after: next }: Step<Order>, { events }: Change): void {
    const current = this.order;
    if (before?.version !== current?.version) throw new Error('order changed meanwhile');
    if (next.version !== (before?.version ?? 0) + 1) throw new Error('order skips a version');
    if (before && before.status !== next.status && !TRANSITIONS[before.status].includes(next.status)) {
      throw new Error(`illegal: ${before.status} → ${next.status}`);
    }
    const first = before?.eventCount ?? 0;
    if (next.eventCount !== first + events.length || events.some(({ n }, index) => n !== first + index + 1))
      throw new Error('events not numbered on');
    this.order = next;
    this.statuses.push(next.status);
  }

  /** Asserts the invariants. @throws Error listing all violations */
  check(): void {
    const { order } = this;
    const wrong = [...this.wrongBooks(), ...(order ? this.wrongOrder(order) : []), ...this.wrongPayouts()];
    if (wrong.length > 0) throw new Error(wrong.join('; '));
  }

  private *wrongBooks(): Generator<string> {
    const sums = new Map<string, bigint>();
    for (const [account, balance] of this.balances) {
      const unit = unitOf(account as never);
      sums.set(unit, (sums.get(unit) ?? 0n) + balance);
    }
    for (const [unit, sum] of sums) if (sum !== 0n) yield `${unit} sums to ${sum}`;
    const cameIn = [...this.payments.values()].reduce((sum, { amount }) => sum + amount, 0n);
    const served = this.order?.paidAt ? this.order.amountPaid : 0n;
    if (this.balanceOf('rail:vnd-collection') !== cameIn) yield 'collected money is not what came in';
    if (-this.balanceOf('suspense:bank:vnd') !== cameIn - served) yield 'suspense is not what came in and was not served';
    if (-this.balanceOf('fx:vnd') !== served) yield 'dong taken is not what paid the order';
    if (this.balanceOf('held:pm') !== (this.order?.holding ?? 0n)) yield 'held money is not what the order holds';
  }

  private *wrongOrder(order: Order): Generator<string> {
    const matched = [...this.payments.values()].filter(({ state }) => state === 'matched').reduce((sum, { amount }) => sum + amount, 0n);
    if (matched !== order.amountPaid) yield 'matched money is not what the order counts';
    if ((order.finalAt !== null) !== ORDER_STATUSES[order.status].final) yield `finalAt of a ${order.status} order`;
    if ((order.retryAt !== null) !== (order.status === 'retry_scheduled')) yield `retryAt of a ${order.status} order`;
    if (order.paidAt && order.amountPaid !== order.amountSent) yield 'paid with another sum';
    const mustHold = order.paidAt !== null && order.status !== 'delivered';
    if (mustHold && order.holding !== order.held) yield `a ${order.status} order without its hold`;
    if (order.holding !== 0n && order.holding !== order.held) yield 'holds a part';
    if (order.status === 'delivered' && this.providerBook.size + this.manualTransfers !== 1) yield 'delivered without having been paid once';
  }

  private *wrongPayouts(): Generator<string> {
    const payouts = [...this.payouts.values()];
    const attempts = [...this.attempts.values()];
    const isLive = ({ state }: Attempt) => (LIVE_ATTEMPT_STATES as readonly string[]).includes(state);
    if (payouts.filter(({ state }) => state !== 'failed').length > 1) yield 'two live payouts';
    if (attempts.filter(isLive).length > 1) yield 'two live attempts';
    if (attempts.some((attempt) => isLive(attempt) && this.payouts.get(attempt.payoutId)?.state !== 'attempting'))
      yield 'an attempt of a payout that rests';
    if (new Set(attempts.map(({ key }) => key)).size !== attempts.length) yield 'a key used twice';
    if (this.providerBook.size + this.manualTransfers > 1) yield 'paid twice';
    if ((this.providerBook.size > 0 || payouts.length > 0) && !this.order?.paidAt) yield 'paid out before it was paid';
  }

  balanceOf(account: string): bigint {
    return this.balances.get(account) ?? 0n;
  }

  /** The signer's validation of a payout. */
  rejectPayout(order: Order, payout: Payout): string | null {
    return validatePayout({
      order,
      payout,
      siblings: [...this.payouts.values()].filter(({ id }) => id !== payout.id),
      payments: [...this.payments.values()],
      rate: order.rate,
      fee: { fee: 1n, percent: 500_000n, maxFee: null },
      rateReplacedAt: null,
      discount: null,
      excess: null,
      heldInLedger: this.balanceOf('held:pm'),
      maxFee: 50n,
      limit: 500_000n,
    });
  }
}

function write<T extends { readonly id: string; readonly version: number }>(rows: Map<string, T>, steps: readonly Step<T>[]): void {
  for (const { before, after: next } of steps) {
    if ((rows.get(next.id)?.version ?? 0) !== (before?.version ?? 0)) throw new Error(`${next.id} changed meanwhile`);
    if (before && next.version !== before.version + 1) throw new Error(`${next.id} skips a version`);
    rows.set(next.id, next);
  }
}
