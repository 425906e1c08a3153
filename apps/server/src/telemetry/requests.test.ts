import type { RequestEvent } from '@quydoi/api/observe';
import { ERROR_CODES, type ErrorCode } from '@quydoi/contract/errors';
import pino from 'pino';
import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { createRefusalCounter, createRequestObserver } from './requests.ts';

function observing() {
  const lines: Record<string, unknown>[] = [];
  const registry = new Registry();
  let nowMs = 0;
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const countRefusal = createRefusalCounter(registry, logger);
  const observe = createRequestObserver(registry, logger, countRefusal, () => nowMs);
  const answered = (set: Partial<RequestEvent>) =>
    observe({ transport: 'rest', method: 'POST', route: '/api/v1/buy_orders', status: 200, durationMs: 12, requestId: 'r', errorCode: null, ...set });
  return { lines, registry, answered, countRefusal, tick: (ms: number) => (nowMs += ms) };
}

test('writes and errors are logged, polls are only measured', async () => {
  const { answered, lines, registry } = observing();
  answered({});
  answered({ transport: 'trpc', method: 'GET', route: 'orders.get' });
  answered({ route: '/api/v1/config-web' });
  answered({ method: 'GET', route: 'orders.get', status: 500, errorCode: 'INTERNAL' });
  expect(lines.map(({ level, route, status, requestId }) => [level, route, status, requestId])).toEqual([
    [30, '/api/v1/buy_orders', 200, 'r'],
    [50, 'orders.get', 500, 'r'],
  ]);
  const text = await registry.metrics();
  expect(text).toContain('quydoi_http_request_seconds_count{transport="trpc",method="GET",route="orders.get",status="200"} 1');
  expect(text).toContain('quydoi_http_errors_total{transport="rest",code="INTERNAL"} 1');
});

test('a flood of refusals is counted in full and logged in part', async () => {
  const { answered, lines, registry, tick } = observing();
  for (let n = 0; n < 500; n += 1) answered({ status: 403, errorCode: 'CSRF_INVALID' });
  tick(1_000);
  answered({ status: 403, errorCode: 'CSRF_INVALID' });
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests.length).toBe(21);
  expect(requests.at(-1)).toMatchObject({ unlogged: 480 });
  expect(await registry.metrics()).toContain('quydoi_security_refusals_total{class="csrf"} 501');
});

test('refusals are logged by class: the first at once, the others as a number once a minute', () => {
  vi.useFakeTimers();
  try {
    const { answered, lines, countRefusal } = observing();
    const refusals = () => lines.splice(0).flatMap(({ msg, level, class: name, count }) => (msg === 'refusals' ? [[level, name, count]] : []));
    for (let n = 0; n < 300; n += 1) answered({ status: 403, errorCode: 'CSRF_INVALID' });
    answered({ status: 429, errorCode: 'TOO_MANY_REQUESTS' });
    countRefusal('order_key');
    countRefusal('webhook_signature');
    expect(refusals()).toEqual([
      [40, 'csrf', 1],
      [40, 'rate_limit', 1],
      [40, 'order_key', 1],
      [40, 'webhook_signature', 1],
    ]);
    vi.advanceTimersByTime(60_000);
    expect(refusals()).toEqual([[40, 'csrf', 299]]);
    answered({ status: 403, errorCode: 'CSRF_INVALID' });
    countRefusal('order_key');
    expect(refusals()).toEqual([[40, 'order_key', 1]]);
    vi.advanceTimersByTime(60_000);
    expect(refusals()).toEqual([[40, 'csrf', 1]]);
    vi.advanceTimersByTime(600_000);
    expect(refusals()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

/** Every class, to be read by people: a code that somebody who attacks runs into has one. */
const CLASSES: readonly (readonly [ErrorCode, string])[] = [
  ['CSRF_INVALID', 'csrf'],
  ['TOO_MANY_REQUESTS', 'rate_limit'],
  ['TRY_AGAIN_AFTER_15_SECONDS', 'rate_limit'],
  ['TOO_MANY_OPEN_ORDERS', 'open_orders'],
  ['RESERVE_BUSY', 'reserve_busy'],
  ['SIGNATURE_INVALID', 'signature'],
  ['CREDENTIALS_INVALID', 'credentials'],
  ['TOO_MANY_PASSWORDS', 'credentials'],
  ['REQUIRED_LOGIN', 'login'],
  ['LOGIN_FOR_AMOUNT', 'login'],
  ['KYC_TO_CONTINUE', 'identity'],
  ['FORBIDDEN', 'forbidden'],
  ['IP_BLOCKED', 'ip_blocked'],
  ['ORDER_NOT_FOUND', 'order_reference'],
  ['TOO_MANY_CLAIMS', 'claim'],
  ['VOUCHER_NOT_FOUND', 'voucher'],
  ['VOUCHER_REFUSED', 'voucher'],
  ['LINK_INVALID', 'link'],
  ['PAYLOAD_TOO_LARGE', 'payload'],
  ['BODY_INVALID', 'payload'],
];

test.each(CLASSES)('%s is counted as %s', async (errorCode, refusalClass) => {
  const { answered, registry } = observing();
  answered({ status: ERROR_CODES[errorCode], errorCode });
  expect(await registry.metrics()).toMatch(new RegExp(`^quydoi_security_refusals_total\\{class="${refusalClass}"\\} 1$`, 'm'));
});

test('no other code has a class', async () => {
  const { answered, registry } = observing();
  const classed = new Set(CLASSES.map(([code]) => code));
  for (const errorCode of (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => !classed.has(code))) answered({ status: 400, errorCode });
  expect(await registry.metrics()).not.toContain('quydoi_security_refusals_total{');
});
