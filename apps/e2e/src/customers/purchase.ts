import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderStatus } from '@quydoi/domain/order-status';
import type { Endpoints } from '../system/endpoints.ts';
import { keepAnswer } from '../system/kept-answers.ts';
import { payOrder } from '../system/sandbox-client.ts';
import { until } from '../until.ts';
import { RETRYABLE_WHILE_KILLED } from './retryable.ts';

/** An order that the exchange has acknowledged. */
export interface Acknowledged {
  readonly ref: string;
  readonly key: string;
  /** Account that only this order pays to. */
  readonly destination: string;
  /** Expected payout in minor units. */
  readonly arrives: bigint;
}

const RETRY_MS = 250;
/** On a busy machine roles that are killed all the time are hardly ever up: an order is made once the kills are over. */
const PATIENCE_MS = 600_000;
const REQUEST_TIMEOUT_MS = 15_000;

/** Response of a REST call. */
export interface Answer {
  readonly status: number;
  readonly body: { readonly status?: string; readonly error?: string; readonly data?: Readonly<Record<string, unknown>> };
}

/** Calls the REST API and keeps the answer. @throws when the connection is refused or breaks */
export async function callRest(endpoints: Endpoints, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const call = `/api/v1/${path}`;
  const response = await fetch(new URL(call, endpoints.webUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const { status } = response;
  const text = await response.text();
  keepAnswer(endpoints, { call, status, text, hasOrderKey: 'key' in body });
  return { status, body: JSON.parse(text) as Answer['body'] };
}

/** Creates a generator of unique Perfect Money wallets. Skips numbers that end in 000, for which the sandbox has no wallet. */
export function createWallets(): () => string {
  let number = 3_000_000;
  return () => {
    number += 1;
    if (number % 1_000 === 0) number += 1;
    return `U${number}`;
  };
}

/**
 * Buys Perfect Money, retrying with the same idempotency key until the request is answered.
 * @throws Error on a refusal that is not retryable
 */
export async function buy(endpoints: Endpoints, destination: string, cents: bigint): Promise<Acknowledged> {
  const quantity = `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`;
  const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': addressOf(destination) };
  const body = { currency_code: 'pm', quantity, receiving_address: destination };
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await callRest(endpoints, 'buy_orders', body, headers).catch(() => null);
    const { Ref, Key } = answer?.body.data ?? {};
    if (answer?.status === 200 && typeof Ref === 'string' && typeof Key === 'string') return { ref: Ref, key: Key, destination, arrives: cents };
    if (answer && !RETRYABLE_WHILE_KILLED.has(answer.body.error ?? ''))
      throw new Error(`order refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (performance.now() > deadlineMs) throw new Error(`no order within ${PATIENCE_MS} ms: ${JSON.stringify(answer?.body)}`);
    await sleep(RETRY_MS);
  }
}

/** Pays an order. Retries while the web role is down, because the sandbox reads the payment instructions from it. */
export async function pay(endpoints: Endpoints, order: Acknowledged): Promise<void> {
  await until(`order ${order.ref} to be payable`, PATIENCE_MS, () => payOrder(endpoints, order.ref).then(() => true), RETRY_MS);
}

/** Status of an order as its customer sees it; null without an answer. */
export async function statusOf(endpoints: Endpoints, { ref, key }: Acknowledged): Promise<OrderStatus | null> {
  const answer = await callRest(endpoints, 'histories', { ref, key }).catch(() => null);
  return answer?.status === 200 ? (answer.body.data?.Status as OrderStatus) : null;
}

/** Waits until the customer sees one of the statuses. */
export async function waitForStatus(
  endpoints: Endpoints,
  order: Acknowledged,
  statuses: readonly OrderStatus[],
  timeoutMs: number,
): Promise<OrderStatus> {
  let last: OrderStatus | null = null;
  try {
    return await until(statuses.join(' or '), timeoutMs, async () => {
      last = await statusOf(endpoints, order);
      return last !== null && statuses.includes(last) ? last : null;
    });
  } catch (error) {
    throw new Error(`order ${order.ref} was not ${statuses.join(' or ')} within ${timeoutMs} ms but ${last}`, { cause: error });
  }
}

/** Derives a distinct IP address for each wallet, sent as `X-Forwarded-For` like a trusted proxy would. */
function addressOf(destination: string): string {
  const number = Number(destination.slice(1));
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}
