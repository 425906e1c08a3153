import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { Slot } from '@quydoi/domain/transfer/slot';
import type { SignedTransfer } from './signed-payout.ts';

/** Deposit addresses of a chain, derived from an extended public key, without private keys. */
export interface DepositAddresses {
  /** Derives the address at an index. Deterministic. */
  derive(index: number): string;
}

/** Sweep thresholds of a currency, in its minor units. */
export interface SweepTerms {
  /** Minimum balance that is swept. */
  readonly min: bigint;
  /** Balance left at the address after a sweep. */
  readonly rest: bigint;
}

/**
 * Sweeps of deposits into the hot wallet. Like payouts, signed transfers are stored before they are broadcast; `SignedPayouts`'s `broadcast` and
 * `status` serve them too.
 */
export interface DepositSweeps {
  /** Pause between sweeps. */
  readonly pollMs: number;
  /** Thresholds by sweepable currency. */
  readonly terms: ReadonlyMap<CurrencyCode, SweepTerms>;
  /** Balance of a currency at a deposit address on the irreversible side. */
  balance(currency: CurrencyCode, index: number): Promise<bigint>;
  /**
   * Fee coin that a deposit address lacks for a sweep of this amount at present prices, in the fee coin's minor units; zero when it has enough.
   * @throws RailError when the chain cannot tell, or would not do it
   */
  feeMissing(currency: CurrencyCode, index: number, amount: bigint): Promise<bigint>;
  /** Moves an amount of a currency from a deposit address to the hot wallet. @throws RailError outcome `not-done` */
  signSweep(currency: CurrencyCode, index: number, amount: bigint, now: Date, slotsInUse: readonly Slot[]): Promise<SignedTransfer>;
  /** Moves an amount of the fee coin from the hot wallet to a deposit address. @throws RailError outcome `not-done` */
  signFund(index: number, amount: bigint, now: Date, slotsInUse: readonly Slot[]): Promise<SignedTransfer>;
}
