import { type Change, NO_CHANGE, type Step } from '../src/change.ts';
import { DROPPED_AFTER_SECONDS } from '../src/constants.ts';
import { sumByUnit } from '../src/ledger/post.ts';
import { decideCreate } from '../src/order/decisions/decide-create.ts';
import { decideExpiry } from '../src/order/decisions/decide-expiry.ts';
import { decideMatch } from '../src/order/decisions/decide-payment.ts';
import { decideDropped, decideUnconfirmed } from '../src/order/decisions/decide-unconfirmed.ts';
import { TRANSITIONS } from '../src/order/lifecycle.ts';
import type { Order } from '../src/order/order.ts';
import type { PriceTerms } from '../src/price/quote.ts';
import { RATE_ONE } from '../src/price/rate.ts';
import { decideConfirm, decideRecord } from '../src/transfer/journal-payment.ts';
import type { Payment, PaymentFact } from '../src/transfer/payment.ts';
import { type DepositHistory, PRICE, RATE_DONG, type Transfer } from './deposit-history.ts';
import { type Expected, expectedOf, type KnownPayment } from './deposit-model.ts';
import { after, contextAt, orderOf, TIMER_MS } from './order.ts';

const RESERVE = 10_000_000n;
const FEE = { fee: 0n, percent: 0n, maxFee: null };
const termsAt = (rate: bigint): PriceTerms => ({ kind: 'sell', from: 'erc20', to: 'vnd', rate: rate * RATE_ONE, fee: FEE, bankFee: 0n });
const PRICING = { terms: termsAt(RATE_DONG), rateVersion: 7, fees: { pmVerified: true } };

/** One order of a deposit address, decided by the exchange's own rules while a history happens. */
class DepositWorld {
  order: Order;
  readonly payments = new Map<string, Payment>();
  private readonly balances = new Map<string, bigint>([['rail:vnd', RESERVE]]);
  private ids = 0;
  private nowMs = 0;

  constructor() {
    const worth = (PRICE * RATE_DONG) / 1_000_000n;
    const traded = { kind: 'sell', from: 'erc20', to: 'vnd', quantity: PRICE, rate: RATE_DONG * RATE_ONE, feeExchange: 0n } as const;
    const paid = { payInNetwork: 'ethereum', payInAccount: '0xours', payOutNetwork: 'bank', destination: '0011001234567', reserve: 'vnd' } as const;
    const order = orderOf({ ...traded, ...paid, amountSent: PRICE, amountReceived: worth, cashAmount: worth, held: worth, holding: worth });
    this.order = order;
    this.apply(decideCreate(order, after(TIMER_MS), this.ctx()));
  }

  ctx() {
    return contextAt(after(this.nowMs), {
      newId: () => {
        this.ids += 1;
        return `id-${this.ids}`;
      },
    });
  }

  /** Reads the chain once, and applies every decision that follows. */
  look(nowMs: number, { transfers, finalMs, newestRate }: DepositHistory, known: Map<string, KnownPayment>): void {
    this.nowMs = nowMs;
    const watermark = after(nowMs - finalMs);
    for (const [n, transfer] of transfers.entries()) this.read(`transfer-${n}`, transfer, finalMs, known);
    for (const payment of [...this.payments.values()]) this.match(payment, newestRate);
    for (const payment of [...this.payments.values()]) this.dropIfMissing(payment, watermark, known);
    this.apply(decideExpiry(this.order, [...this.payments.values()], watermark, this.ctx()) ?? NO_CHANGE);
  }

  private read(id: string, { amount, stays, isSeen, readings }: Transfer, finalMs: number, known: Map<string, KnownPayment>): void {
    const stay = stays.find(({ fromMs, untilMs }) => fromMs <= this.nowMs && this.nowMs < untilMs);
    if (!stay) return;
    const isFinal = stay.fromMs <= this.nowMs - finalMs;
    if (!isFinal && !isSeen) return;
    for (let left = isFinal ? readings : 1; left > 0; left -= 1) this.report(id, amount, stay.fromMs, isFinal);
    const before = known.get(id);
    if (!before)
      known.set(id, { id, amount, paidMs: stay.fromMs, recordedMs: this.nowMs, confirmedMs: isFinal ? this.nowMs : null, droppedMs: null });
    else if (isFinal && before.confirmedMs === null) Object.assign(before, { paidMs: stay.fromMs, confirmedMs: this.nowMs });
  }

  /** Journals a source's report: a payment is recorded once, and confirmed once. */
  private report(id: string, amount: bigint, fromMs: number, confirmed: boolean): void {
    const payment = this.payments.get(id);
    if (payment && confirmed) this.apply(decideConfirm(payment, after(fromMs), this.ctx()) ?? NO_CHANGE);
    if (payment) return;
    const place = { network: 'ethereum', account: '0xours', reference: `${id}:0`, unit: 'usdt-eth', memo: '' } as const;
    const source = { source: confirmed ? 'ethereum-block' : 'ethereum-head', sourceId: `${id}:0` };
    const fact: PaymentFact = {
      ...place,
      ...source,
      amount,
      exactAmount: null,
      payer: '0xtheirs',
      payerName: null,
      paidAt: after(fromMs),
      confirmed,
    };
    this.apply(decideRecord(fact, id, this.ctx()));
    const recorded = this.payments.get(id);
    if (recorded && !confirmed) this.apply(decideUnconfirmed(recorded, this.order, this.ctx()) ?? NO_CHANGE);
  }

  private match(payment: Payment, newestRate: bigint | null): void {
    if (payment.state !== 'unmatched') return;
    this.apply(decideMatch(payment, this.order, this.ctx(), { pricing: PRICING, newest: newestRate === null ? null : termsAt(newestRate) }));
  }

  private dropIfMissing(payment: Payment, watermark: Date, known: Map<string, KnownPayment>): void {
    if (payment.state !== 'unconfirmed' || payment.paidAt.getTime() >= watermark.getTime() - DROPPED_AFTER_SECONDS * 1_000) return;
    const unconfirmed = [...this.payments.values()].filter(({ state }) => state === 'unconfirmed');
    const change = decideDropped(payment, this.order, unconfirmed.length <= 1, watermark, this.ctx());
    const fact = known.get(payment.id);
    if (change && fact) fact.droppedMs = this.nowMs;
    this.apply(change ?? NO_CHANGE);
  }

  private apply({ order, payments, postings }: Change): void {
    if (order) this.applyOrder(order);
    for (const { before, after: next } of payments) {
      if (this.payments.get(next.id)?.version !== before?.version) throw new Error(`${next.id} changed meanwhile`);
      this.payments.set(next.id, next);
    }
    for (const { entries } of postings) {
      for (const [unit, sum] of sumByUnit(entries)) if (sum !== 0n) throw new Error(`unbalanced in ${unit}`);
      for (const { account, amount } of entries) this.balances.set(account, this.balanceOf(account) + amount);
    }
  }

  private applyOrder({ before, after: next }: Step<Order>): void {
    if (before && (before.version !== this.order.version || next.version !== before.version + 1)) throw new Error('order changed meanwhile');
    if (before && before.status !== next.status && !TRANSITIONS[before.status].includes(next.status)) {
      throw new Error(`illegal: ${before.status} → ${next.status}`);
    }
    this.order = next;
  }

  balanceOf(account: string): bigint {
    return this.balances.get(account) ?? 0n;
  }

  /** State of the order and its payments, in the model's form. */
  state(): Expected {
    const { status, reason, amountPaid, amountReceived, holding } = this.order;
    const cases = [...this.payments.values()].flatMap(({ id, caseCode }) => (caseCode === null ? [] : [[id, caseCode] as const]));
    return { status, reason, amountPaid, amountReceived, holding, cases: Object.fromEntries(cases.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
  }

  /** Sums of the ledger: money received, the part of it that no order has, and money held. */
  books(): Readonly<Record<'cameIn' | 'unserved' | 'held', bigint>> {
    return {
      cameIn: this.balanceOf('rail:usdt-eth-deposits'),
      unserved: -this.balanceOf('suspense:ethereum:usdt-eth'),
      held: this.balanceOf('held:vnd'),
    };
  }
}

/** First difference between the exchange's decisions and the model in a history, and the names of the states that the history reached. */
export interface HistoryOutcome {
  readonly difference: { readonly atMs: number; readonly expected: string; readonly found: string } | null;
  readonly reached: ReadonlySet<string>;
}

/** Plays a history, and compares order, payments and ledger with the model after every read of the chain. */
export function runDepositHistory(history: DepositHistory): HistoryOutcome {
  const world = new DepositWorld();
  const known = new Map<string, KnownPayment>();
  const reached = new Set<string>();
  let wasCancelled = false;
  for (const [index, nowMs] of history.looksMs.entries()) {
    world.look(nowMs, history, known);
    const payments = [...known.values()];
    const order = expectedOf(payments, history.looksMs.slice(0, index + 1), history.finalMs, history.newestRate);
    const cameIn = payments.reduce((sum, { amount, confirmedMs }) => sum + (confirmedMs === null ? 0n : amount), 0n);
    const books = { cameIn, unserved: cameIn - (order.status === 'paid' ? order.amountPaid : 0n), held: order.holding };
    const [expected, found] = [textOf({ ...order, ...books }), textOf({ ...world.state(), ...world.books() })];
    if (expected !== found) return { difference: { atMs: nowMs, expected, found }, reached };
    if (wasCancelled && order.status !== 'cancelled') reached.add('revived');
    wasCancelled = order.status === 'cancelled';
    for (const name of [order.status, order.reason ?? '', ...Object.values(order.cases)]) reached.add(name);
    for (const { droppedMs, confirmedMs } of payments) {
      if (droppedMs !== null) reached.add(confirmedMs === null ? 'dropped' : 'dropped, then confirmed');
    }
  }
  reached.delete('');
  return { difference: null, reached };
}

/** A text that is the same for the same values. */
function textOf(value: object): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
}
