import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import type { OrderAction, OrderStatus } from '@quydoi/domain/order-status';
import { accountOf } from '../customers/accounts.ts';
import { type Answer, callRest } from '../customers/purchase.ts';
import { presentTime } from '../system/clock.ts';
import type { Endpoints } from '../system/endpoints.ts';
import { type PaymentDraft, pay, setFault } from '../system/sandbox-client.ts';
import type { PlannedOrder } from './plan.ts';

/** An order that the exchange has acknowledged, with what it acknowledged. Amounts in minor units. */
export interface AcknowledgedOrder {
  readonly visit: PlannedOrder;
  readonly ref: string;
  readonly key: string;
  readonly destination: string;
  readonly amountSent: bigint;
  /** What is to arrive, as the order said at first. */
  readonly arrives: bigint;
  /** What is to arrive by offers that the customer has accepted since, whether the exchange was heard to agree or not. */
  readonly offers: bigint[];
}

/** What a visitor did and met, by name. */
export interface CustomerObserver {
  ordered(acknowledged: AcknowledgedOrder): void;
  paid(visit: PlannedOrder): void;
  decided(action: OrderAction): void;
  refused(visit: PlannedOrder, answer: Answer): void;
}

/** Refusals that pass by themselves. */
const PASSING = new Set(['ACCOUNT_NAME_WAITING', 'LOOKUP_UNAVAILABLE', 'TOO_MANY_REQUESTS', 'UNAVAILABLE', 'INTERNAL', 'MAINTENANCE']);
/** What becomes of an order that the customer can do nothing about any more. */
const ENDS: ReadonlySet<OrderStatus> = new Set(['delivered', 'cancelled', 'forged', 'error', 'handmake']);
const DECISIONS: ReadonlySet<string> = new Set(['acceptRecalculation', 'topUp', 'refundExcess', 'requestRefund']);
const ASK_AGAIN_MS = 250;
const LOOK_MS = 700;
const SECOND_AFTER_MS = 400;
/** Past the end of the timer, so that clocks need not agree to the millisecond. */
const LATE_BY_MS = 1_200;
/** A payment that is going to vanish has been seen by then, or never will be. */
const SEEN_MS_MAX = 5_000;
const VANISHING_TRIES_MAX = 3;

/** An order as its customer reads it. */
interface Seen {
  readonly status: OrderStatus;
  readonly reason: string | null;
  readonly actions: readonly string[];
  readonly account: string;
  readonly memo: string;
  readonly missing: bigint;
  readonly offer: { readonly id: string; readonly amountReceived: bigint } | null;
}

/**
 * Orders, pays in the visit's own way, and decides what is left to decide.
 * @param gone when it aborts, the customer walks away from whatever is still open
 */
export async function live(endpoints: Endpoints, visit: PlannedOrder, observer: CustomerObserver, gone: AbortSignal): Promise<void> {
  const acknowledged = await order(endpoints, visit, observer, gone);
  if (!acknowledged || visit.behavior === 'unpaid') return;
  await sleep(visit.payAfterMs);
  if (visit.behavior === 'dropped') return drop(endpoints, acknowledged, observer, gone);
  const seen = await look(endpoints, acknowledged, gone, ({ account }) => account !== '');
  if (!seen) return;
  await payOddly(endpoints, acknowledged, seen, gone);
  observer.paid(visit);
  if (visit.choice === null) return;
  await decide(endpoints, acknowledged, visit.choice, observer, gone);
}

/** Orders with one idempotency key, again and again until it is answered. @returns null when it is refused for good */
async function order(endpoints: Endpoints, visit: PlannedOrder, observer: CustomerObserver, gone: AbortSignal): Promise<AcknowledgedOrder | null> {
  const key = createHash('sha256').update(`${visit.n}`).digest('hex').slice(0, 32);
  const headers = { 'idempotency-key': key, ...cameFrom(visit) };
  const { path, body, destination } = requestOf(visit);
  while (!gone.aborted) {
    const answer = await callRest(endpoints, path, body, headers).catch(() => null);
    const data = answer?.body.data;
    if (answer?.status === 200 && typeof data?.Ref === 'string' && typeof data.Key === 'string') {
      const amounts = { amountSent: minor(data.AmountSent, visit.from), arrives: minor(data.AmountReceived, visit.to) };
      const acknowledged = { visit, ref: data.Ref, key: data.Key, destination, offers: [], ...amounts };
      observer.ordered(acknowledged);
      return acknowledged;
    }
    if (answer && !PASSING.has(answer.body.error ?? '')) {
      observer.refused(visit, answer);
      return null;
    }
    await sleep(ASK_AGAIN_MS);
  }
  return null;
}

function requestOf(visit: PlannedOrder): { path: string; body: object; destination: string } {
  const { kind, from, to, quantity, n } = visit;
  const destination = accountOf(to, 'destination', n);
  const sender = accountOf(from, 'own', n);
  switch (kind) {
    case 'buy': {
      const told = visit.tellsSender ? { sender_address: sender, bank_name: 'vcb' } : {};
      return { path: 'buy_orders', body: { currency_code: to, quantity, receiving_address: destination, ...told }, destination };
    }
    case 'sell': {
      const told = from === 'pm' ? { sender_address: sender } : {};
      return {
        path: 'sell_orders',
        body: { currency_code: from, quantity, account_number: destination, to_bankName: visit.bank, ...told },
        destination,
      };
    }
    case 'ex': {
      const told = from === 'pm' ? { sender_address: sender } : {};
      const body = { a_currency_code: from, b_currency_code: to, a_quantity: quantity, receiving_address: destination, ...told };
      return { path: 'ex_orders', body, destination };
    }
  }
}

/** Every customer calls from an address of their own, as behind a trusted proxy. */
function cameFrom({ n }: PlannedOrder): Readonly<Record<string, string>> {
  return { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
}

async function drop(endpoints: Endpoints, acknowledged: AcknowledgedOrder, observer: CustomerObserver, gone: AbortSignal): Promise<void> {
  while (!gone.aborted) {
    const answer = await act(endpoints, acknowledged, { action: 'cancel' });
    if (answer?.status === 200) observer.decided('cancel');
    if (answer && !PASSING.has(answer.body.error ?? '')) return;
    await sleep(ASK_AGAIN_MS);
  }
}

/** Pays in the way that the visit is about. */
async function payOddly(endpoints: Endpoints, acknowledged: AcknowledgedOrder, seen: Seen, gone: AbortSignal): Promise<void> {
  const { visit, amountSent } = acknowledged;
  const whole: PaymentDraft = {
    rail: railOf(visit.from),
    from: accountOf(visit.from, 'own', visit.n),
    to: seen.account,
    amount: formatDecimal(amountSent, CURRENCIES[visit.from].scale),
    memo: seen.memo,
  };
  const part = (amountSent * BigInt(visit.perMille)) / 1_000n;
  const of = (amount: bigint) => ({ ...whole, amount: formatDecimal(amount, CURRENCIES[visit.from].scale) });
  switch (visit.behavior) {
    case 'under':
    case 'over':
    case 'nearly':
      return make(endpoints, of(part), gone);
    case 'in-two':
      await make(endpoints, of(part), gone);
      await sleep(SECOND_AFTER_MS);
      return make(endpoints, of(amountSent - part), gone);
    case 'late':
      await untilTimerIsOver(endpoints, acknowledged, gone);
      return make(endpoints, whole, gone);
    case 'told-late': {
      const at = presentTime();
      await untilTimerIsOver(endpoints, acknowledged, gone);
      return make(endpoints, { ...whole, at }, gone);
    }
    case 'second':
      await make(endpoints, whole, gone);
      await sleep(SECOND_AFTER_MS);
      return make(endpoints, whole, gone);
    case 'no-memo':
      return make(endpoints, { ...whole, memo: '' }, gone);
    case 'mangled-memo':
      return make(endpoints, { ...whole, memo: mangled(seen.memo) }, gone);
    case 'wrong-sender':
      return make(endpoints, { ...whole, from: accountOf(visit.from, 'strangers', visit.n) }, gone);
    case 'stranger':
      await make(endpoints, { ...of(part + 1n), from: accountOf(visit.from, 'strangers', visit.n), memo: 'thank you' }, gone);
      return make(endpoints, whole, gone);
    case 'vanished':
      return vanish(endpoints, acknowledged, whole, gone);
    default:
      return make(endpoints, whole, gone);
  }
}

/** Pays in a block that is given up, and once more when the order says so. A payment that vanished before anybody saw it is made again. */
async function vanish(endpoints: Endpoints, acknowledged: AcknowledgedOrder, whole: PaymentDraft, gone: AbortSignal): Promise<void> {
  for (let tries = 0; tries < VANISHING_TRIES_MAX && !gone.aborted; tries += 1) {
    // Where the fault could not be switched on, the money simply arrives.
    const isVanishing = await setFault(endpoints, 'tron', 'deposit-vanishes', 1).then(
      () => true,
      () => false,
    );
    await make(endpoints, whole, gone);
    if (!isVanishing) return;
    const soon = AbortSignal.any([gone, AbortSignal.timeout(SEEN_MS_MAX)]);
    if (await look(endpoints, acknowledged, soon, ({ status }) => status !== 'pending')) break;
  }
  const seen = await look(endpoints, acknowledged, gone, ({ status, reason }) => status !== 'verifying_transaction' || reason !== null);
  if (seen?.status === 'pending') await make(endpoints, whole, gone);
}

/** As banks write memos: in capitals, torn apart, with words around. */
function mangled(memo: string): string {
  const half = memo.length >> 1;
  return `MBVCB.6034.${memo.slice(0, half).toLowerCase()} ${memo.slice(half)}.CT tu 0071000`;
}

/** A payment is made once: whoever hears nothing back does not know whether it was, and does not pay again. */
async function make(endpoints: Endpoints, draft: PaymentDraft, gone: AbortSignal): Promise<void> {
  while (!gone.aborted) {
    const outcome = await pay(endpoints, draft);
    if (outcome !== 'not-made') return;
    await sleep(ASK_AGAIN_MS);
  }
}

async function untilTimerIsOver(endpoints: Endpoints, acknowledged: AcknowledgedOrder, gone: AbortSignal): Promise<void> {
  const answer = await ask(endpoints, acknowledged, gone);
  const { TimeCreate = 0, Timer = 0 } = (answer?.body.data ?? {}) as { TimeCreate?: number; Timer?: number };
  const waitMs = (TimeCreate + 1 + Timer) * 1_000 + LATE_BY_MS - presentTime().getTime();
  await sleep(Math.max(0, waitMs), undefined, { signal: gone }).catch(() => {});
}

/** Watches the order and takes what the visit's lot says of the actions that are offered, until there is nothing left to do. */
async function decide(
  endpoints: Endpoints,
  acknowledged: AcknowledgedOrder,
  choice: number,
  observer: CustomerObserver,
  gone: AbortSignal,
): Promise<void> {
  const refused = new Set<string>();
  for (;;) {
    const seen = await look(endpoints, acknowledged, gone, (now) => ENDS.has(now.status) || now.actions.some((action) => DECISIONS.has(action)));
    if (!seen || ENDS.has(seen.status)) return;
    await sleep(acknowledged.visit.decideAfterMs);
    const offered = seen.actions.filter((action) => DECISIONS.has(action) && !refused.has(action));
    const action = offered[choice % offered.length] as OrderAction | undefined;
    if (!action) return;
    const answer = await act(endpoints, acknowledged, { action, ...(await detailsOf(endpoints, acknowledged, action, gone)) });
    if (answer?.status === 200) {
      observer.decided(action);
      if (action === 'topUp') await topUp(endpoints, acknowledged, gone);
      else return;
    } else if (answer && !PASSING.has(answer.body.error ?? '') && answer.body.error !== 'RATE_CHANGED') {
      refused.add(action);
    }
    await sleep(LOOK_MS);
  }
}

async function detailsOf(endpoints: Endpoints, acknowledged: AcknowledgedOrder, action: OrderAction, gone: AbortSignal): Promise<object> {
  const { from, n, bank } = acknowledged.visit;
  if (action === 'requestRefund' || action === 'refundExcess')
    return { destination: accountOf(from, 'refund', n), ...(from === 'vnd' ? { destination_bank: bank } : {}) };
  if (action !== 'acceptRecalculation') return {};
  const seen = await look(endpoints, acknowledged, gone, () => true);
  if (!seen?.offer) return {};
  acknowledged.offers.push(seen.offer.amountReceived);
  return { offer: seen.offer.id };
}

async function topUp(endpoints: Endpoints, { visit, ...acknowledged }: AcknowledgedOrder, gone: AbortSignal): Promise<void> {
  const seen = await look(endpoints, { visit, ...acknowledged }, gone, () => true);
  if (!seen || seen.account === '' || seen.missing <= 0n) return;
  const amount = formatDecimal(seen.missing, CURRENCIES[visit.from].scale);
  await make(endpoints, { rail: railOf(visit.from), from: accountOf(visit.from, 'own', visit.n), to: seen.account, amount, memo: seen.memo }, gone);
}

function act(endpoints: Endpoints, { ref, key, visit }: AcknowledgedOrder, what: object): Promise<Answer | null> {
  return callRest(endpoints, 'order_actions', { ref, key, ...what }, cameFrom(visit)).catch(() => null);
}

/** Looks at the order again and again until it is as wanted. @returns null when the customer has gone */
async function look(
  endpoints: Endpoints,
  acknowledged: AcknowledgedOrder,
  gone: AbortSignal,
  isWanted: (seen: Seen) => boolean,
): Promise<Seen | null> {
  while (!gone.aborted) {
    const answer = await ask(endpoints, acknowledged, gone);
    const seen = answer && seenIn(answer, acknowledged.visit.from, acknowledged.visit.to);
    if (seen && isWanted(seen)) return seen;
    await sleep(LOOK_MS);
  }
  return null;
}

async function ask(endpoints: Endpoints, { ref, key, visit }: AcknowledgedOrder, gone: AbortSignal): Promise<Answer | null> {
  while (!gone.aborted) {
    const answer = await callRest(endpoints, 'histories', { ref, key }, cameFrom(visit)).catch(() => null);
    if (answer?.status === 200) return answer;
    await sleep(ASK_AGAIN_MS);
  }
  return null;
}

function seenIn({ body: { data = {} } }: Answer, from: CurrencyCode, to: CurrencyCode): Seen {
  const offered = (data.Decision as { Recalculation?: { Offer?: string; AmountReceived?: unknown } | null } | null | undefined)?.Recalculation;
  return {
    status: data.Status as OrderStatus,
    reason: (data.reason as string | null) ?? null,
    actions: (data.actions as string[] | undefined) ?? [],
    account: String(data.ReceivingAddress ?? ''),
    memo: String(data.Memo ?? ''),
    missing: minor(data.AmountSent, from) - minor(data.AmountPaid ?? 0, from),
    offer: offered?.Offer ? { id: offered.Offer, amountReceived: minor(offered.AmountReceived, to) } : null,
  };
}

/** Minor units of an amount as the API writes it. */
function minor(amount: unknown, code: CurrencyCode): bigint {
  const read = parseDecimal(String(amount), CURRENCIES[code].scale);
  if (read === null) throw new Error(`${code} ${String(amount)} is no amount`);
  return read;
}

function railOf(code: CurrencyCode): PaymentDraft['rail'] {
  return CURRENCIES[code].network as PaymentDraft['rail'];
}
