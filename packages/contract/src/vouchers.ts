import { z } from 'zod';
import { minorUnits, moment, orderRefText } from './primitives.ts';
import { procedures } from './procedure.ts';

/** Longest text of a field, spaces included. */
const TEXT_MAX = 100;

/** Number and activation code as they were entered; spaces do not count. */
const voucherText = { number: z.string().max(TEXT_MAX), code: z.string().max(TEXT_MAX) };

/** A voucher that pays an order. */
export const submitVoucherInput = z.object({ ref: orderRefText, ...voucherText });

/** Whether the issuer has taken the voucher. `checking`: it has not answered yet, and the order shows its answer. */
export const submittedVoucherView = z.object({
  state: z.enum(['accepted', 'checking']),
  /** Vouchers that may still be refused. */
  left: z.number().int(),
});

/** Vouchers that an order was paid out in. Whoever knows a code can take its money: never cached, stored or logged. */
export const revealedVouchersView = z.object({
  vouchers: z.array(z.object({ number: z.string(), code: z.string(), amount: minorUnits })),
});

/** A voucher that was bought here. */
export const checkVoucherInput = z.object(voucherText);

/** A voucher that was bought here within 30 days. `amount` in cents of a US dollar. */
export const voucherCheckView = z.object({
  number: z.string(),
  amount: minorUnits,
  createdAt: moment,
  /** When and into which account it was activated; null while it is unused. */
  used: z.object({ at: moment, account: z.string() }).nullable(),
});

/** Procedures of `vouchers`. */
export const voucherProcedures = procedures({
  /**
   * Pays an order with a voucher; the order's reference is enough. One voucher at a time, five refusals at most. Errors: VOUCHER_INVALID,
   * VOUCHER_CODE_INVALID (malformed), VOUCHER_REFUSED (params `left`), ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED, TOO_MANY_REQUESTS.
   */
  submit: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'voucher', cost: 1 },
    audit: false,
    input: submitVoucherInput,
    output: submittedVoucherView,
  },
  /** Reveals the vouchers of a delivered order, with its key or as its owner, for 30 days. Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED. */
  reveal: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'act', cost: 1 },
    audit: false,
    input: z.object({ ref: orderRefText }),
    output: revealedVouchersView,
  },
  /**
   * Whether a voucher that was bought here is used. Errors: VOUCHER_INVALID, VOUCHER_CODE_INVALID (malformed), VOUCHER_NOT_FOUND (unknown, another code,
   * or older than 30 days: which of them is not told), TRY_AGAIN_AFTER_15_SECONDS, UNAVAILABLE.
   */
  check: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'voucher-check', cost: 1 },
    audit: false,
    input: checkVoucherInput,
    output: voucherCheckView,
  },
});

export type SubmitVoucherInput = z.output<typeof submitVoucherInput>;
export type SubmittedVoucherView = z.output<typeof submittedVoucherView>;
export type RevealedVouchersView = z.output<typeof revealedVouchersView>;
export type CheckVoucherInput = z.output<typeof checkVoucherInput>;
export type VoucherCheckView = z.output<typeof voucherCheckView>;
