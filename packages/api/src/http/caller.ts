import type { Caller } from '@quydoi/contract/caller';
import { type Locale, negotiateLocale } from '@quydoi/domain/locales';
import { fieldsInvalid } from '../errors.ts';
import type { RequestHead } from '../fast-path/request-head.ts';
import { addressBlock } from './client-address.ts';
import type { Door } from './context.ts';
import { checkCsrf } from './csrf.ts';
import { DEVICE_COOKIE } from './device.ts';

/** Cookie that mirrors the browser's stored language. */
const LANGUAGE_COOKIE = 'language';
const ORDER_KEY = /^[A-Za-z0-9_-]{1,128}$/;
/** Printable ASCII up to 255 characters. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** Who calls. Never refuses: what cannot be believed is left out. */
export function readCaller(head: RequestHead, door: Door): Caller {
  const { cookies } = head;
  const orderKey = head.header('x-order-key') ?? '';
  const ip = door.addresses.clientOf(head.peer, head.header('x-forwarded-for'));
  return {
    requestId: door.options.newRequestId(),
    locale: localeOf(head.lang, `${cookies[LANGUAGE_COOKIE] ?? ''},${head.header('accept-language') ?? ''}`),
    ip,
    addressBlock: addressBlock(ip),
    deviceId: door.devices.read(cookies[DEVICE_COOKIE]),
    customerId: null,
    operator: null,
    orderKey: ORDER_KEY.test(orderKey) ? orderKey : null,
    idempotencyKey: head.header('idempotency-key') ?? null,
  };
}

/** What browsers say of their languages, with the language that this comes to: they say the same few things in every request. */
const knownWishes = new Map<string, Locale>();
const KNOWN_WISHES_MAX = 256;
const KNOWN_WISH_LENGTH_MAX = 128;

function localeOf(lang: string | null, wishes: string): Locale {
  if (lang !== null || wishes.length > KNOWN_WISH_LENGTH_MAX) return negotiateLocale(lang, wishes);
  const known = knownWishes.get(wishes);
  if (known !== undefined) return known;
  const locale = negotiateLocale(null, wishes);
  if (knownWishes.size < KNOWN_WISHES_MAX) knownWishes.set(wishes, locale);
  return locale;
}

/**
 * Checks what a request must hold before any door reads it.
 * @throws AppError CSRF_INVALID, VALIDATION_FAILED for an unusable `Idempotency-Key`
 */
export function admit(head: RequestHead, door: Door, caller: Caller): void {
  checkCsrf(head, caller.deviceId, door.devices);
  if (caller.idempotencyKey !== null && !IDEMPOTENCY_KEY.test(caller.idempotencyKey)) {
    throw fieldsInvalid([{ field: 'Idempotency-Key', problem: 'invalid_format' }]);
  }
}
