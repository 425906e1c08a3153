import type { Caller } from '@quydoi/contract/caller';
import { negotiateLocale } from '@quydoi/domain/locales';
import type { Context } from 'hono';
import { parse } from 'hono/utils/cookie';
import { addressBlock } from './client-address.ts';
import { checkCsrf } from './csrf.ts';
import { DEVICE_COOKIE } from './device.ts';
import type { Bindings, Door } from './door.ts';
import { fieldsInvalid } from './errors.ts';

/** Cookie that mirrors the browser's stored language. */
const LANGUAGE_COOKIE = 'language';
const ORDER_KEY = /^[A-Za-z0-9_-]{1,128}$/;
/** Printable ASCII up to 255 characters. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** A request as Hono hands it over. */
export type RequestContext = Context<{ Bindings: Bindings }>;

/** The cookies of a request; malformed ones are left out. */
export function readCookies(request: Request): Record<string, string> {
  const header = request.headers.get('cookie');
  return header === null ? {} : parse(header);
}

/** Who calls. Never refuses: what cannot be believed is left out. */
export function readCaller(c: RequestContext, door: Door): Caller {
  const headers = c.req.raw.headers;
  const cookies = readCookies(c.req.raw);
  const orderKey = headers.get('x-order-key') ?? '';
  const ip = door.addresses.clientOf(c.env?.incoming?.socket?.remoteAddress, headers.get('x-forwarded-for') ?? undefined);
  return {
    requestId: door.options.newRequestId(),
    locale: negotiateLocale(
      c.req.raw.url.includes('lang=') ? c.req.query('lang') : null,
      `${cookies[LANGUAGE_COOKIE] ?? ''},${headers.get('accept-language') ?? ''}`,
    ),
    ip,
    addressBlock: addressBlock(ip),
    deviceId: door.devices.read(cookies[DEVICE_COOKIE]),
    customerId: null,
    operator: null,
    orderKey: ORDER_KEY.test(orderKey) ? orderKey : null,
    idempotencyKey: headers.get('idempotency-key'),
  };
}

/**
 * Checks what a request must hold before any door reads it.
 * @throws AppError CSRF_INVALID, VALIDATION_FAILED for an unusable `Idempotency-Key`
 */
export function admit(c: RequestContext, door: Door, caller: Caller): void {
  checkCsrf(c.req.raw, readCookies(c.req.raw), door.devices);
  if (caller.idempotencyKey !== null && !IDEMPOTENCY_KEY.test(caller.idempotencyKey)) {
    throw fieldsInvalid([{ field: 'Idempotency-Key', problem: 'invalid_format' }]);
  }
}
