import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { NETWORKS } from '@quydoi/domain/networks';
import type { OrderAction, OrderStatus } from '@quydoi/domain/order-status';
import { FAULTS } from '@quydoi/sandbox/networks';
import { accountOf, simulatedNetwork } from '../customers/accounts.ts';
import { type Answer, callRest } from '../customers/purchase.ts';
import { presentTime } from '../system/clock.ts';
import type { Endpoints } from '../system/endpoints.ts';
import { makePayment, type PaymentDraft, setFault } from '../system/sandbox-client.ts';
import { DROPPED_BLOCK_FAULT } from './payment-behavior.ts';
import type { PlannedOrder } from './plan.ts';

/** An order that the exchange has acknowledged, with its terms. Amounts in minor units. */
export interface AcknowledgedOrder {
  readonly planned: PlannedOrder;
  readonly ref: string;
  readonly key: string;
  readonly destination: string;
  readonly amountSent: bigint;
  /** Amount to be paid out by the order's first terms. */
  readonly arrives: bigint;
  /** Amounts to be paid out by offers that the customer accepted since, whether or not the exchange's answer arrived. */
  readonly offers: bigint[];
}

/** Is told what a simulated customer did. */
export interface CustomerObserver {
  ordered(acknowledged: AcknowledgedOrder): void;
  paid(planned: PlannedOrder): void;
  decided(action: OrderAction): void;
  refused(planned: PlannedOrder, answer: Answer): void;
}

/** Refusals after which the same request may succeed. */
const RETRYABLE = new Set(['ACCOUNT_NAME_WAITING', 'LOOKUP_UNAVAILABLE', 'TOO_MANY_REQUESTS', 'UNAVAILABLE', 'INTERNAL', 'MAINTENANCE']);
/** Statuses in which the customer can do nothing more. */
const FINAL_STATUSES: ReadonlySet<OrderStatus> = new Set(['delivered', 'cancelled', 'forged', 'error', 'handmake']);
const DECISIONS: ReadonlySet<string> = new Set(['acceptRecalculation', 'topUp', 'refundExcess', 'requestRefund']);
const ASK_AGAIN_MS = 250;
const LOOK_MS = 700;
const SECOND_AFTER_MS = 400;
/** Margin past the end of the timer, because clocks differ. */
const LATE_BY_MS = 1_200;
/** By then an unconfirmed payment has been noticed, or its block was dropped before. */
const UNCONFIRMED_MS_MAX = 5_000;
const DROP_TRIES_MAX = 3;

/** An order as its customer sees it. */
interface OrderState {
  readonly status: OrderStatus;
  readonly reason: string | null;
  readonly actions: readonly string[];
  readonly account: string;
  readonly memo: string;
  readonly missing: bigint;
  readonly offer: { readonly id: string; readonly amountReceived: bigint } | null;
}

/**
 * Simulates one customer: orders, pays as planned, and takes one of the actions that are offered then.
 * @param stop when it aborts, the customer does nothing more
 */
export async function simulateCustomer(endpoints: Endpoints, planned: PlannedOrder, observer: CustomerObserver, stop: AbortSignal): Promise<void> {
  const acknowledged = await order(endpoints, planned, observer, stop);
  if (!acknowledged || planned.behavior === 'unpaid') return;
  await sleep(planned.payAfterMs);
  if (planned.behavior === 'cancelled') return cancelOrder(endpoints, acknowledged, observer, stop);
  const state = await waitForState(endpoints, acknowledged, stop, ({ account }) => account !== '');
  if (!state) return;
  await payAsPlanned(endpoints, acknowledged, state, stop);
  observer.paid(planned);
  if (planned.choice === null) return;
  await decide(endpoints, acknowledged, planned.choice, observer, stop);
}

/** Places the order, retrying with the same idempotency key until it is answered. @returns null when it is refused */
async function order(endpoints: Endpoints, planned: PlannedOrder, observer: CustomerObserver, stop: AbortSignal): Promise<AcknowledgedOrder | null> {
  const key = createHash('sha256').update(`${planned.n}`).digest('hex').slice(0, 32);
  const headers = { 'idempotency-key': key, ...clientAddressOf(planned) };
  const { path, body, destination } = requestOf(planned);
  while (!stop.aborted) {
    const answer = await callRest(endpoints, path, body, headers).catch(() => null);
    const data = answer?.body.data;
    if (answer?.status === 200 && typeof data?.Ref === 'string' && typeof data.Key === 'string') {
      const amounts = { amountSent: minorUnits(data.AmountSent, planned.from), arrives: minorUnits(data.AmountReceived, planned.to) };
      const acknowledged = { planned, ref: data.Ref, key: data.Key, destination, offers: [], ...amounts };
      observer.ordered(acknowledged);
      return acknowledged;
    }
    if (answer && !RETRYABLE.has(answer.body.error ?? '')) {
      observer.refused(planned, answer);
      return null;
    }
    await sleep(ASK_AGAIN_MS);
  }
  return null;
}

function requestOf(planned: PlannedOrder): { path: string; body: object; destination: string } {
  const { kind, from, to, quantity, n } = planned;
  const destination = accountOf(to, 'destination', n);
  const sender = accountOf(from, 'own', n);
  switch (kind) {
    case 'buy': {
      const told = planned.tellsSender ? { sender_address: sender, bank_name: 'vcb' } : {};
      return { path: 'buy_orders', body: { currency_code: to, quantity, receiving_address: destination, ...told }, destination };
    }
    case 'sell': {
      const told = namesPayer(from) ? { sender_address: sender } : {};
      return {
        path: 'sell_orders',
        body: { currency_code: from, quantity, account_number: destination, to_bankName: planned.bank, ...told },
        destination,
      };
    }
    case 'ex': {
      const told = namesPayer(from) ? { sender_address: sender } : {};
      const body = { a_currency_code: from, b_currency_code: to, a_quantity: quantity, receiving_address: destination, ...told };
      return { path: 'ex_orders', body, destination };
    }
  }
}

/** Every customer has a client address of its own, as told by a trusted proxy. */
function clientAddressOf({ n }: PlannedOrder): Readonly<Record<string, string>> {
  return { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
}

async function cancelOrder(endpoints: Endpoints, acknowledged: AcknowledgedOrder, observer: CustomerObserver, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const answer = await submitAction(endpoints, acknowledged, { action: 'cancel' });
    if (answer?.status === 200) observer.decided('cancel');
    if (answer && !RETRYABLE.has(answer.body.error ?? '')) return;
    await sleep(ASK_AGAIN_MS);
  }
}

/** Pays in the planned way. */
async function payAsPlanned(endpoints: Endpoints, acknowledged: AcknowledgedOrder, state: OrderState, stop: AbortSignal): Promise<void> {
  const { planned, amountSent } = acknowledged;
  const payment: PaymentDraft = {
    rail: simulatedNetwork(planned.from),
    currency: planned.from,
    from: accountOf(planned.from, 'own', planned.n),
    to: state.account,
    amount: formatDecimal(amountSent, CURRENCIES[planned.from].scale),
    memo: state.memo,
  };
  const part = (amountSent * BigInt(planned.perMille)) / 1_000n;
  const of = (amount: bigint) => ({ ...payment, amount: formatDecimal(amount, CURRENCIES[planned.from].scale) });
  switch (planned.behavior) {
    case 'underpaid':
    case 'overpaid':
    case 'within-tolerance':
      return payOnce(endpoints, of(part), stop);
    case 'split':
      await payOnce(endpoints, of(part), stop);
      await sleep(SECOND_AFTER_MS);
      return payOnce(endpoints, of(amountSent - part), stop);
    case 'late':
      await untilTimerIsOver(endpoints, acknowledged, stop);
      return payOnce(endpoints, payment, stop);
    case 'reported-late': {
      const at = presentTime();
      await untilTimerIsOver(endpoints, acknowledged, stop);
      return payOnce(endpoints, { ...payment, at }, stop);
    }
    case 'duplicate':
      await payOnce(endpoints, payment, stop);
      await sleep(SECOND_AFTER_MS);
      return payOnce(endpoints, payment, stop);
    case 'no-memo':
      return payOnce(endpoints, { ...payment, memo: '' }, stop);
    case 'mangled-memo':
      return payOnce(endpoints, { ...payment, memo: mangle(state.memo) }, stop);
    case 'wrong-sender':
      return payOnce(endpoints, { ...payment, from: accountOf(planned.from, 'third-party', planned.n) }, stop);
    case 'third-party':
      await payOnce(endpoints, { ...of(part + 1n), from: accountOf(planned.from, 'third-party', planned.n), memo: 'thank you' }, stop);
      return payOnce(endpoints, payment, stop);
    case 'dropped-block':
      return payInDroppedBlock(endpoints, acknowledged, payment, stop);
    default:
      return payOnce(endpoints, payment, stop);
  }
}

/** Pays in a block that the chain drops, and once more when the order is pending again. Retries if the block was dropped before the exchange saw it. */
async function payInDroppedBlock(endpoints: Endpoints, acknowledged: AcknowledgedOrder, payment: PaymentDraft, stop: AbortSignal): Promise<void> {
  const fault = droppedBlockFault(acknowledged.planned.from);
  for (let tries = 0; fault && tries < DROP_TRIES_MAX && !stop.aborted; tries += 1) {
    // While the sandbox is down the fault cannot be switched on: then the payment arrives as usual.
    const isSwitchedOn = await setFault(endpoints, fault.rail, fault.kind, 1).then(
      () => true,
      () => false,
    );
    await payOnce(endpoints, payment, stop);
    if (!isSwitchedOn) return;
    const soon = AbortSignal.any([stop, AbortSignal.timeout(UNCONFIRMED_MS_MAX)]);
    if (await waitForState(endpoints, acknowledged, soon, ({ status }) => status !== 'pending')) break;
  }
  const state = await waitForState(endpoints, acknowledged, stop, ({ status, reason }) => status !== 'verifying_transaction' || reason !== null);
  if (state?.status === 'pending') await payOnce(endpoints, payment, stop);
}

/** A memo as banks pass it on: split, in mixed case, with text around it. */
function mangle(memo: string): string {
  const half = memo.length >> 1;
  return `MBVCB.6034.${memo.slice(0, half).toLowerCase()} ${memo.slice(half)}.CT tu 0071000`;
}

/** Pays once. Without an answer the payment may have been made, so it is not repeated; only a refused connection is retried. */
async function payOnce(endpoints: Endpoints, draft: PaymentDraft, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const outcome = await makePayment(endpoints, draft);
    if (outcome !== 'not-made') return;
    await sleep(ASK_AGAIN_MS);
  }
}

async function untilTimerIsOver(endpoints: Endpoints, acknowledged: AcknowledgedOrder, stop: AbortSignal): Promise<void> {
  const answer = await readOrder(endpoints, acknowledged, stop);
  const { TimeCreate = 0, Timer = 0 } = (answer?.body.data ?? {}) as { TimeCreate?: number; Timer?: number };
  const waitMs = (TimeCreate + 1 + Timer) * 1_000 + LATE_BY_MS - presentTime().getTime();
  await sleep(Math.max(0, waitMs), undefined, { signal: stop }).catch(() => {});
}

/** Follows the order and takes the planned choice among the offered actions, until it is final or nothing is offered. */
async function decide(
  endpoints: Endpoints,
  acknowledged: AcknowledgedOrder,
  choice: number,
  observer: CustomerObserver,
  stop: AbortSignal,
): Promise<void> {
  const refused = new Set<string>();
  for (;;) {
    const state = await waitForState(
      endpoints,
      acknowledged,
      stop,
      (now) => FINAL_STATUSES.has(now.status) || now.actions.some((action) => DECISIONS.has(action)),
    );
    if (!state || FINAL_STATUSES.has(state.status)) return;
    await sleep(acknowledged.planned.decideAfterMs);
    const offered = state.actions.filter((action) => DECISIONS.has(action) && !refused.has(action));
    const action = offered[choice % offered.length] as OrderAction | undefined;
    if (!action) return;
    const answer = await submitAction(endpoints, acknowledged, { action, ...(await actionDetails(endpoints, acknowledged, action, stop)) });
    if (answer?.status === 200) {
      observer.decided(action);
      if (action === 'topUp') await topUp(endpoints, acknowledged, stop);
      else return;
    } else if (answer && !RETRYABLE.has(answer.body.error ?? '') && answer.body.error !== 'RATE_CHANGED') {
      refused.add(action);
    }
    await sleep(LOOK_MS);
  }
}

async function actionDetails(endpoints: Endpoints, acknowledged: AcknowledgedOrder, action: OrderAction, stop: AbortSignal): Promise<object> {
  const { from, n, bank } = acknowledged.planned;
  if (action === 'requestRefund' || action === 'refundExcess')
    return { destination: accountOf(from, 'refund', n), ...(from === 'vnd' ? { destination_bank: bank } : {}) };
  if (action !== 'acceptRecalculation') return {};
  const state = await waitForState(endpoints, acknowledged, stop, () => true);
  if (!state?.offer) return {};
  acknowledged.offers.push(state.offer.amountReceived);
  return { offer: state.offer.id };
}

async function topUp(endpoints: Endpoints, { planned, ...acknowledged }: AcknowledgedOrder, stop: AbortSignal): Promise<void> {
  const state = await waitForState(endpoints, { planned, ...acknowledged }, stop, () => true);
  if (!state || state.account === '' || state.missing <= 0n) return;
  const amount = formatDecimal(state.missing, CURRENCIES[planned.from].scale);
  await payOnce(
    endpoints,
    {
      rail: simulatedNetwork(planned.from),
      currency: planned.from,
      from: accountOf(planned.from, 'own', planned.n),
      to: state.account,
      amount,
      memo: state.memo,
    },
    stop,
  );
}

function submitAction(endpoints: Endpoints, { ref, key, planned }: AcknowledgedOrder, what: object): Promise<Answer | null> {
  return callRest(endpoints, 'order_actions', { ref, key, ...what }, clientAddressOf(planned)).catch(() => null);
}

/** Polls the order until `isWanted`. @returns null when stopped */
async function waitForState(
  endpoints: Endpoints,
  acknowledged: AcknowledgedOrder,
  stop: AbortSignal,
  isWanted: (state: OrderState) => boolean,
): Promise<OrderState | null> {
  while (!stop.aborted) {
    const answer = await readOrder(endpoints, acknowledged, stop);
    const state = answer && orderStateIn(answer, acknowledged.planned.from, acknowledged.planned.to);
    if (state && isWanted(state)) return state;
    await sleep(LOOK_MS);
  }
  return null;
}

async function readOrder(endpoints: Endpoints, { ref, key, planned }: AcknowledgedOrder, stop: AbortSignal): Promise<Answer | null> {
  while (!stop.aborted) {
    const answer = await callRest(endpoints, 'histories', { ref, key }, clientAddressOf(planned)).catch(() => null);
    if (answer?.status === 200) return answer;
    await sleep(ASK_AGAIN_MS);
  }
  return null;
}

function orderStateIn({ body: { data = {} } }: Answer, from: CurrencyCode, to: CurrencyCode): OrderState {
  const offered = (data.Decision as { Recalculation?: { Offer?: string; AmountReceived?: unknown } | null } | null | undefined)?.Recalculation;
  return {
    status: data.Status as OrderStatus,
    reason: (data.reason as string | null) ?? null,
    actions: (data.actions as string[] | undefined) ?? [],
    account: String(data.ReceivingAddress ?? ''),
    memo: String(data.Memo ?? ''),
    missing: minorUnits(data.AmountSent, from) - minorUnits(data.AmountPaid ?? 0, from),
    offer: offered?.Offer ? { id: offered.Offer, amountReceived: minorUnits(offered.AmountReceived, to) } : null,
  };
}

/** Parses an amount as the API writes it. */
function minorUnits(amount: unknown, code: CurrencyCode): bigint {
  const read = parseDecimal(String(amount), CURRENCIES[code].scale);
  if (read === null) throw new Error(`${code} ${String(amount)} is no amount`);
  return read;
}

/** Whether sellers have to name the account that they pay from. */
function namesPayer(code: CurrencyCode): boolean {
  return NETWORKS[simulatedNetwork(code)].authenticatesPayer;
}

/** The fault that drops the block of the next payment; undefined on networks without one. */
function droppedBlockFault(code: CurrencyCode) {
  return FAULTS.find((fault) => fault.network === simulatedNetwork(code) && fault.kind === DROPPED_BLOCK_FAULT);
}
