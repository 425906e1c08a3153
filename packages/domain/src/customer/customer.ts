/** States of a customer's identity documents: none given, given and being checked (`unverified`), approved (`verify`). */
export const DOC_STATUSES = ['not_uploaded', 'unverified', 'verify'] as const;

/** State of a customer's identity documents. */
export type DocStatus = (typeof DOC_STATUSES)[number];

/** Currencies that worths can be shown in. */
export const CURRENCY_KEYS = ['vnd', 'usd'] as const;

/** Currency that worths are shown in. */
export type CurrencyKey = (typeof CURRENCY_KEYS)[number];
