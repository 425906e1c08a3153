import { DEFAULT_LOCALE, type Locale } from '@quydoi/domain/locales';

/** Authenticated identity of a caller. */
export type Principal =
  | { readonly kind: 'visitor' }
  /** A customer who is logged in. `sessionId` names the session; it is no secret. While `isLocked`, the browser was left alone: see `guard.ts`. */
  | { readonly kind: 'customer'; readonly customerId: string; readonly sessionId: string; readonly isLocked?: true }
  | { readonly kind: 'api-key'; readonly keyId: string; readonly customerId: string }
  | { readonly kind: 'operator'; readonly name: string };

/** The principal of callers without credentials. */
export const VISITOR: Principal = Object.freeze({ kind: 'visitor' });

/** A request's origin and identity, as far as the transport could establish them. */
export interface Caller {
  /** Correlates the log lines of one request. */
  readonly requestId: string;
  readonly locale: Locale;
  /** Network address; `X-Forwarded-For` is honoured from configured proxies only. */
  readonly ip: string;
  /** The address, or the /64 of an IPv6 address: the unit that address limits count by. */
  readonly addressBlock: string;
  /** Id in the browser's device cookie, when its signature is valid. */
  readonly deviceId: string | null;
  readonly principal: Principal;
  /** `User-Agent`, shortened; null without one. Told to customers about their sessions, believed by nobody. */
  readonly userAgent: string | null;
  /** The order link's key (`X-Order-Key`, or `key` in a REST body). */
  readonly orderKey: string | null;
  /** `Idempotency-Key` of a creating request. */
  readonly idempotencyKey: string | null;
}

/** Someone of whom nothing is known: pages are requested without an order's key, which never leaves the link's fragment. */
export const ANYONE: Caller = Object.freeze({
  requestId: 'page',
  locale: DEFAULT_LOCALE,
  ip: '',
  addressBlock: '',
  deviceId: null,
  principal: VISITOR,
  userAgent: null,
  orderKey: null,
  idempotencyKey: null,
});

/** The customer that a caller acts for, in person or by an API key; null for visitors and operators. */
export function customerIdOf({ principal }: Pick<Caller, 'principal'>): string | null {
  return principal.kind === 'customer' || principal.kind === 'api-key' ? principal.customerId : null;
}
