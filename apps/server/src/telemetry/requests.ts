import type { RequestEvent } from '@quydoi/api/observe';
import type { ErrorCode } from '@quydoi/contract/errors';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { createRequestHistogram } from './request-histogram.ts';

/** Security refusal classes by error code. */
const SECURITY_CLASSES: Partial<Record<ErrorCode, string>> = {
  CSRF_INVALID: 'csrf',
  TOO_MANY_REQUESTS: 'rate_limit',
  TRY_AGAIN_AFTER_15_SECONDS: 'rate_limit',
  TOO_MANY_OPEN_ORDERS: 'open_orders',
  RESERVE_BUSY: 'reserve_busy',
  SIGNATURE_INVALID: 'signature',
  CREDENTIALS_INVALID: 'credentials',
  TOO_MANY_PASSWORDS: 'credentials',
  REQUIRED_LOGIN: 'login',
  LOGIN_FOR_AMOUNT: 'login',
  KYC_TO_CONTINUE: 'identity',
  FORBIDDEN: 'forbidden',
  IP_BLOCKED: 'ip_blocked',
  ORDER_NOT_FOUND: 'order_reference',
  TOO_MANY_CLAIMS: 'claim',
  VOUCHER_NOT_FOUND: 'voucher',
  VOUCHER_REFUSED: 'voucher',
  LINK_INVALID: 'link',
  PAYLOAD_TOO_LARGE: 'payload',
  BODY_INVALID: 'payload',
};

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** REST routes that are polled, although they use POST. */
const POLLED_ROUTES: ReadonlySet<string> = new Set(['/api/v1/config-web', '/api/v1/histories']);
/** Log lines for refused requests, rate-limited so that a flood cannot fill the disk. All are counted. */
const REFUSALS_LOGGED_PER_SECOND_MAX = 20;

/** Counts security refusals by class. */
export type RefusalCounter = (refusalClass: string) => void;

/** Refusals of a class are logged together, once in this time. */
const REFUSALS_LOGGED_EVERY_MS = 60_000;

/** Counter of security refusals. The first of each class is logged at once, those that follow as a number, once a minute. */
export function createRefusalCounter(registry: Registry, logger: Logger): RefusalCounter {
  const refusals = new Counter({
    name: 'quydoi_security_refusals_total',
    help: 'Requests, webhooks and payouts that were refused, by class.',
    labelNames: ['class'],
    registers: [registry],
  });
  /** Refusals since the last line, of the classes logged within the last minute. */
  const unlogged = new Map<string, number>();

  function logLater(refusalClass: string): void {
    unlogged.set(refusalClass, 0);
    setTimeout(() => {
      const count = unlogged.get(refusalClass) ?? 0;
      unlogged.delete(refusalClass);
      if (count === 0) return;
      logger.warn({ class: refusalClass, count }, 'refusals');
      logLater(refusalClass);
    }, REFUSALS_LOGGED_EVERY_MS).unref();
  }

  return (refusalClass) => {
    refusals.inc({ class: refusalClass });
    const count = unlogged.get(refusalClass);
    if (count !== undefined) {
      unlogged.set(refusalClass, count + 1);
      return;
    }
    logger.warn({ class: refusalClass, count: 1 }, 'refusals');
    logLater(refusalClass);
  };
}

/** Measures answered requests; logs writes and errors always, reads at debug level only, because pages poll. */
export function createRequestObserver(
  registry: Registry,
  logger: Logger,
  countRefusal: RefusalCounter,
  nowMs: () => number,
): (request: RequestEvent) => void {
  const record = createRequestHistogram(registry, 'quydoi_http_request_seconds', 'Duration of requests by route and status.', REQUEST_SECONDS);
  const errors = new Counter({
    name: 'quydoi_http_errors_total',
    help: 'Error answers by code.',
    labelNames: ['transport', 'code'],
    registers: [registry],
  });
  const mayLogRefusal = createBudget(REFUSALS_LOGGED_PER_SECOND_MAX, nowMs);
  return (request) => {
    const { transport, method, route, status, durationMs, errorCode } = request;
    record(transport, method, route, status, durationMs / 1_000);
    if (errorCode) {
      errors.inc({ transport, code: errorCode });
      const refusalClass = SECURITY_CLASSES[errorCode];
      if (refusalClass) countRefusal(refusalClass);
    }
    if (status >= 500) logger.error(request, 'request');
    else if (status >= 400) {
      const unlogged = mayLogRefusal();
      if (unlogged !== null) logger.info(unlogged === 0 ? request : { ...request, unlogged }, 'request');
    } else if (isRead(method, route)) logger.debug(request, 'request');
    else logger.info(request, 'request');
  };
}

function isRead(method: string, route: string): boolean {
  return method === 'GET' || method === 'HEAD' || POLLED_ROUTES.has(route);
}

/** Rate limiter. Returns the number of events dropped since the last allowed one, or null to drop this one. */
function createBudget(perSecond: number, nowMs: () => number): () => number | null {
  let secondStartMs = Number.NEGATIVE_INFINITY;
  let used = 0;
  let dropped = 0;
  return () => {
    if (nowMs() - secondStartMs >= 1_000) {
      secondStartMs = nowMs();
      used = 0;
    }
    if (used >= perSecond) {
      dropped += 1;
      return null;
    }
    used += 1;
    const unlogged = dropped;
    dropped = 0;
    return unlogged;
  };
}
