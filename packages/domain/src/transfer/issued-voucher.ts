/** A voucher that an attempt has paid out: its code is the money. */
export interface IssuedVoucher {
  readonly attemptId: string;
  readonly orderId: string;
  /** Reference of its creation at the issuer; unique. */
  readonly reference: string;
  /** Keyed hash of its number, to find it by; unique. */
  readonly numberHash: string;
  /** Number and code, sealed for this attempt. */
  readonly sealed: string;
  /** Face value in minor units. */
  readonly amount: bigint;
  readonly createdAt: Date;
}
