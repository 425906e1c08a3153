/**
 * A prepaid voucher: whoever knows number and activation code can take its money. Both are kept as text, because they may start with zeros. Never
 * logged, and sealed before it is stored.
 */
export interface VoucherCode {
  /** Ten digits. */
  readonly number: string;
  /** Sixteen digits. */
  readonly code: string;
}

/**
 * The issuer's answer to an activation. `refused` says that these number and code brought no money now; an earlier activation may have. `taken`: the
 * voucher is used up, and its money is not what was asked for.
 */
export type Activation =
  | { readonly state: 'activated'; readonly reference: string; readonly amount: bigint }
  | { readonly state: 'taken'; readonly reference: string; readonly detail: string }
  /** `code`: no such voucher, another code, or already used: the issuer does not tell which. `currency`: a voucher of another currency. */
  | { readonly state: 'refused'; readonly refusal: 'code' | 'currency' | 'temporary' | 'credentials' | 'other'; readonly detail: string };

/** A voucher in the issuer's list of those that we have created. */
export interface IssuedVoucher {
  readonly number: string;
  /** Reference of its creation. */
  readonly reference: string;
  /** Face value in minor units. */
  readonly amount: bigint;
  readonly createdAt: Date;
  /** When and into which wallet its money was taken; null while unused. */
  readonly activated: { readonly at: Date; readonly account: string } | null;
}

/** Vouchers that customers pay with, and those that we have created. Creation itself is a payout (`payout.ts`). */
export interface Vouchers {
  /**
   * Takes a voucher's money into our wallet. Repeating it takes no money twice, but is refused once the first call has.
   * @throws RailError outcome `not-done` when it was certainly not sent, `unknown` when it may have taken effect
   */
  activate(voucher: VoucherCode): Promise<Activation>;
  /**
   * Reads one of our own vouchers by its number; null when the issuer lists none.
   * @param recordedAt when it was recorded here
   * @throws RailError when the list cannot be read
   */
  read(number: string, recordedAt: Date): Promise<IssuedVoucher | null>;
}
