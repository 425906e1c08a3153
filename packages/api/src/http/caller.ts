import { type Caller, type Principal, VISITOR } from '@quydoi/contract/caller';
import { AppError, ERROR_CODES } from '@quydoi/contract/errors';
import { type Locale, negotiateLocale } from '@quydoi/domain/locales';
import { LRUCache } from 'lru-cache';
import { fieldsInvalid } from '../errors.ts';
import type { RequestHead } from '../fast-path/request-head.ts';
import { addressBlock } from './client-address.ts';
import type { HttpContext } from './context.ts';
import { checkCsrf } from './csrf.ts';

/** Cookie that mirrors the browser's stored language. */
const LANGUAGE_COOKIE = 'language';
const ORDER_KEY = /^[A-Za-z0-9_-]{1,128}$/;
const USER_AGENT_LENGTH_MAX = 256;
/** Printable ASCII up to 255 characters. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** Reads a request's caller, before authentication. Never throws: malformed or untrusted headers are ignored. */
export function readCaller(head: RequestHead, http: HttpContext): Caller {
  const { cookies } = head;
  const orderKey = head.header('x-order-key') ?? '';
  const ip = http.addresses.clientOf(head.peer, head.header('x-forwarded-for'));
  return {
    requestId: http.options.newRequestId(),
    locale: localeOf(head.lang, `${cookies[LANGUAGE_COOKIE] ?? ''},${head.header('accept-language') ?? ''}`),
    ip,
    addressBlock: addressBlock(ip),
    deviceId: http.devices.read(cookies[http.cookieNames.device]),
    principal: VISITOR,
    userAgent: head.header('user-agent')?.slice(0, USER_AGENT_LENGTH_MAX) ?? null,
    orderKey: ORDER_KEY.test(orderKey) ? orderKey : null,
    idempotencyKey: head.header('idempotency-key') ?? null,
  };
}

/**
 * Adds the caller's principal. Synchronous wherever `resolvePrincipal` is, so that polls are answered in the same turn.
 * @throws AppError for rejected credentials, TOO_MANY_REQUESTS when the caller has sent too many of them
 */
export function authenticate(caller: Caller, head: RequestHead, http: HttpContext): Caller | Promise<Caller> {
  const { options } = http;
  if (options.resolvePrincipal === undefined) return caller;
  const withPrincipal = (principal: Principal) => (principal === VISITOR ? caller : { ...caller, principal });
  const refuse = (thrown: unknown): never => {
    if (thrown instanceof AppError && ERROR_CODES[thrown.code] < 500) http.limiter.take('credentials', caller);
    throw thrown;
  };
  try {
    const principal = options.resolvePrincipal({ cookies: head.cookies, authorization: head.header('authorization') });
    return principal instanceof Promise ? principal.then(withPrincipal, refuse) : withPrincipal(principal);
  } catch (thrown) {
    return refuse(thrown);
  }
}

const PREFERENCES_MAX = 256;
const PREFERENCE_LENGTH_MAX = 128;
/** Cache of negotiated locales: browsers send few distinct preferences. */
const preferences = new LRUCache<string, Locale>({ max: PREFERENCES_MAX });

function localeOf(lang: string | null, preference: string): Locale {
  if (lang !== null || preference.length > PREFERENCE_LENGTH_MAX) return negotiateLocale(lang, preference);
  const known = preferences.get(preference);
  if (known !== undefined) return known;
  const locale = negotiateLocale(null, preference);
  preferences.set(preference, locale);
  return locale;
}

/**
 * Checks a request's CSRF token and idempotency key, before its body is read.
 * @throws AppError CSRF_INVALID, VALIDATION_FAILED for an unusable `Idempotency-Key`
 */
export function checkHeaders(head: RequestHead, http: HttpContext, caller: Caller): void {
  checkCsrf(head, caller.deviceId, http);
  if (caller.idempotencyKey !== null && !IDEMPOTENCY_KEY.test(caller.idempotencyKey)) {
    throw fieldsInvalid([{ field: 'Idempotency-Key', problem: 'invalid_format' }]);
  }
}
