import type { Locale } from '../locales.ts';
import type { Profile } from './profile.ts';

/** States of a customer's identity documents: none given, given and being checked (`unverified`), approved (`verify`). */
export const DOC_STATUSES = ['not_uploaded', 'unverified', 'verify'] as const;

/** State of a customer's identity documents. */
export type DocStatus = (typeof DOC_STATUSES)[number];

/** A customer with an account, without what the account is entered with. */
export interface Customer extends Profile {
  readonly id: string;
  /** Grows by one with every change. */
  readonly version: number;
  readonly language: Locale;
  /** IANA name, such as `Asia/Ho_Chi_Minh`. */
  readonly timeZone: string;
  /** Currency that worths are shown in, `vnd` or `usd`. */
  readonly currencyKey: CurrencyKey;
  /** Whether a browser that is left alone is locked. */
  readonly isLockScreen: boolean;
  /** Customer id of the one whose referral link they came by. Set at registration, never changed. */
  readonly sponsor: string | null;
  readonly docStatus: DocStatus;
  /** Orders made with the account. */
  readonly orderCount: number;
  readonly createdAt: Date;
}

/** Second factors of a login: none, codes that are sent by SMS, or the codes of an authenticator app. */
export const TWO_FACTORS = ['none', 'sms', 'authenticator'] as const;

/** Second factor of a login. */
export type TwoFactorKind = (typeof TWO_FACTORS)[number];

/** Currencies that worths can be shown in. */
export const CURRENCY_KEYS = ['vnd', 'usd'] as const;

/** Currency that worths are shown in. */
export type CurrencyKey = (typeof CURRENCY_KEYS)[number];

/** Time zone of customers who name none. */
export const DEFAULT_TIME_ZONE = 'Asia/Ho_Chi_Minh';
/** Currency of customers who name none. */
export const DEFAULT_CURRENCY_KEY: CurrencyKey = 'vnd';

/** Whether a text is a time zone that this runtime knows. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
