import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import { NETWORKS } from '@quydoi/domain/networks';
import type { OrderAction, OrderStatus } from '@quydoi/domain/order-status';
import type { VoucherCode } from '@quydoi/sandbox/network';
import { accountOf, simulatedNetwork } from '../customers/accounts.ts';
import { type Answer, callRest } from '../customers/purchase.ts';
import { RETRYABLE_IN_CHAOS } from '../customers/retryable.ts';
import type { Endpoints } from '../system/endpoints.ts';
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

/** Pause before a call that was not answered, or not taken, is repeated. */
export const RETRY_MS = 250;
/** Polling interval of a customer's order. */
export const LOOK_MS = 700;

/** An order as its customer sees it. */
export interface OrderState {
  readonly status: OrderStatus;
  readonly reason: string | null;
  readonly actions: readonly string[];
  readonly account: string;
  readonly memo: string;
  /** Fields of the form for the provider's page; null where there is none. */
  readonly checkout: Readonly<Record<string, string>> | null;
  readonly missing: bigint;
  readonly offer: { readonly id: string; readonly amountReceived: bigint } | null;
}

/** Places the order, retrying with the same idempotency key until it is answered. @returns null when it is refused */
export async function orderAsPlanned(
  endpoints: Endpoints,
  planned: PlannedOrder,
  observer: CustomerObserver,
  stop: AbortSignal,
): Promise<AcknowledgedOrder | null> {
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
    if (answer && !RETRYABLE_IN_CHAOS.has(answer.body.error ?? '')) {
      observer.refused(planned, answer);
      return null;
    }
    await sleep(RETRY_MS);
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

/**
 * Every customer has a client address of its own, as told by a trusted proxy. Customers who are paid in vouchers share their destination: each needs an
 * IP network of its own, lest a few make all open orders that one may have.
 */
function clientAddressOf({ n, to }: PlannedOrder): Readonly<Record<string, string>> {
  const isAlone = CURRENCIES[to].isVoucher === true;
  return { 'x-forwarded-for': isAlone ? `11.${(n >> 8) & 255}.${n & 255}.1` : `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
}

/** Takes an action about the order. @returns null without an answer */
export function submitAction(endpoints: Endpoints, { ref, key, planned }: AcknowledgedOrder, what: object): Promise<Answer | null> {
  return callRest(endpoints, 'order_actions', { ref, key, ...what }, clientAddressOf(planned)).catch(() => null);
}

/** Submits a voucher, and retries until the exchange accepts or refuses it. Submitting the same voucher again cannot take its money twice. */
export async function submitVoucher(
  endpoints: Endpoints,
  { ref, planned }: AcknowledgedOrder,
  { number, code }: VoucherCode,
  stop: AbortSignal,
): Promise<void> {
  const body = { evoucher_number: number, evoucher_code: code, order_ref: ref };
  while (!stop.aborted) {
    const answer = await callRest(endpoints, 'try_evoucher', body, clientAddressOf(planned)).catch(() => null);
    if (answer && !RETRYABLE_IN_CHAOS.has(answer.body.error ?? '')) return;
    await sleep(RETRY_MS);
  }
}

/** Polls the order until `isWanted`. @returns null when stopped */
export async function waitForState(
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

/** Reads the order, retrying until it is answered. @returns null when stopped */
export async function readOrder(endpoints: Endpoints, { ref, key, planned }: AcknowledgedOrder, stop: AbortSignal): Promise<Answer | null> {
  while (!stop.aborted) {
    const answer = await callRest(endpoints, 'histories', { ref, key }, clientAddressOf(planned)).catch(() => null);
    if (answer?.status === 200) return answer;
    await sleep(RETRY_MS);
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
    checkout: (data.Checkout as { Fields: Record<string, string> } | null | undefined)?.Fields ?? null,
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
