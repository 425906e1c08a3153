import { EMAIL_LENGTH_MAX } from '@quydoi/domain/constants';
import { COUPON_TEXT_MAX } from '@quydoi/domain/coupon/coupon';
import { CURRENCY_CODES } from '@quydoi/domain/currencies';
import { z } from 'zod';

/** A decimal number as text, without exponent: `12`, `0.5`. Its range is checked by the use case. */
export const decimalText = z.string().trim().max(40);

/** An amount in minor units of its currency. */
export const minorUnits = z.bigint();

/** A currency code that is known to be one of ours (outputs). */
export const currencyCode = z.enum(CURRENCY_CODES as [string, ...string[]]) as unknown as z.ZodType<
  (typeof CURRENCY_CODES)[number],
  (typeof CURRENCY_CODES)[number]
>;

/** A currency or bank code as a caller wrote it. Unknown ones get their own error, not a validation error. */
export const codeText = z.string().trim().max(32);

/** An account number or address as a caller wrote it. */
export const accountText = z.string().trim().max(128);

/** Name of a bank account's holder as a caller typed it. */
export const holderNameText = z.string().trim().max(100);

/** A coupon's code as a caller wrote it; empty: none. What is none gets its own error, not a validation error. */
export const couponText = z.string().trim().max(COUPON_TEXT_MAX);

/** An order reference as a caller wrote it: letters, digits and dash, up to 100, case-blind. */
export const orderRefText = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9-]+$/)
  .transform((text) => text.toUpperCase());

/** An e-mail address, in lower case. */
export const emailAddress = z.string().trim().toLowerCase().max(EMAIL_LENGTH_MAX).pipe(z.email());

/** A password as it is typed to log in: one of another length is simply wrong. */
export const typedPassword = z.string().min(1).max(256);

/** A moment: a Date through superjson, ISO 8601 in REST answers. */
export const moment = z.date();
