import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { NETWORKS } from '@quydoi/domain/networks';
import type { OrderKind } from '@quydoi/domain/order-status';
import type { Endpoints } from '../system/endpoints.ts';
import { makePayment, type PaymentDraft } from '../system/sandbox-client.ts';
import { accountOf, simulatedNetwork } from './accounts.ts';
import { type Acknowledged, callRest } from './purchase.ts';
import { RETRYABLE } from './retryable.ts';

/** An order to place. The customer's number determines its accounts and client address. */
export interface OrderRequest {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  /** Decimal text in the entered currency: the bought one of a purchase, else the sold one. */
  readonly quantity: string;
  readonly customer: number;
  /** Whether the order names the account that it is paid from. Sales always do if the network authenticates payers. */
  readonly tellsSender?: boolean;
}

/** An acknowledged order with its payment instructions. */
export interface PlacedOrder extends Acknowledged, Pick<OrderRequest, 'kind' | 'from' | 'to' | 'customer'> {
  /** Price in minor units. */
  readonly asks: bigint;
  readonly account: string;
  readonly memo: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Bank of all customers, without a payout fee. */
export const CUSTOMERS_BANK = 'vcb';

const RETRY_MS = 250;
/** How long a request is retried; on a busy machine a name lookup may take a minute. */
export const PATIENCE_MS = 180_000;

/**
 * Places an order over REST from the customer's own client address. Retries with the same idempotency key if no answer comes or the refusal is
 * retryable.
 * @throws Error on any other refusal, or after `PATIENCE_MS`
 */
export async function placeOrder(endpoints: Endpoints, request: OrderRequest): Promise<PlacedOrder> {
  const { path, body } = requestOf(request);
  const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': `10.9.${request.customer >> 8}.${request.customer & 255}` };
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await callRest(endpoints, path, body, headers).catch(() => null);
    if (answer?.status === 200) return placedOrderOf(request, answer.body.data ?? {});
    const isRetryable = answer === null || RETRYABLE.has(answer.body.error ?? '');
    if (!isRetryable || performance.now() > deadlineMs)
      throw new Error(answer ? `${path} refused: ${answer.status} ${JSON.stringify(answer.body)}` : `${path} not answered`);
    await sleep(RETRY_MS);
  }
}

function requestOf({ kind, from, to, quantity, customer, tellsSender = false }: OrderRequest): { path: string; body: object } {
  const receiving_address = accountOf(to, 'destination', customer);
  const sender_address = accountOf(from, 'own', customer);
  const sender = tellsSender || (kind === 'sell' && NETWORKS[simulatedNetwork(from)].authenticatesPayer) ? { sender_address } : {};
  switch (kind) {
    case 'buy':
      return {
        path: 'buy_orders',
        body: { currency_code: to, quantity, receiving_address, ...(tellsSender ? { sender_address, bank_name: CUSTOMERS_BANK } : {}) },
      };
    case 'sell':
      return {
        path: 'sell_orders',
        body: { currency_code: from, quantity, account_number: receiving_address, to_bankName: CUSTOMERS_BANK, ...sender },
      };
    case 'ex':
      return { path: 'ex_orders', body: { a_currency_code: from, b_currency_code: to, a_quantity: quantity, receiving_address, ...sender } };
  }
}

function placedOrderOf({ kind, from, to, customer }: OrderRequest, data: Readonly<Record<string, unknown>>): PlacedOrder {
  const createdAt = new Date(String(data.CreatedAt));
  return {
    ref: String(data.Ref),
    key: String(data.Key),
    kind,
    from,
    to,
    customer,
    destination: accountOf(to, 'destination', customer),
    asks: minorOf(String(data.AmountSent), from),
    arrives: minorOf(String(data.AmountReceived), to),
    account: String(data.ReceivingAddress),
    memo: String(data.Memo),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + Number(data.Timer) * 1_000),
  };
}

/** Makes a payment for an order from the customer's own account: its price and memo unless overridden. */
export async function payFor(
  endpoints: Endpoints,
  order: PlacedOrder,
  overrides: Partial<Pick<PaymentDraft, 'from' | 'amount' | 'memo' | 'at' | 'way'>> = {},
): Promise<void> {
  const draft: PaymentDraft = {
    rail: simulatedNetwork(order.from),
    currency: order.from,
    from: accountOf(order.from, 'own', order.customer),
    to: order.account,
    amount: formatDecimal(order.asks, CURRENCIES[order.from].scale),
    memo: order.memo,
    ...overrides,
  };
  const outcome = await makePayment(endpoints, draft);
  if (outcome !== 'made') throw new Error(`payment ${JSON.stringify(draft)} was ${outcome}`);
}

/** Parses decimal text to minor units. @throws Error if it is not an amount */
export function minorOf(amount: string, code: CurrencyCode): bigint {
  const read = parseDecimal(amount, CURRENCIES[code].scale);
  if (read === null) throw new Error(`${code} ${amount} is no amount`);
  return read;
}
