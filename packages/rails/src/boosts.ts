import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { Slot } from '@quydoi/domain/transfer/slot';
import type { SignedTransfer } from './signed-payout.ts';

/** A deposit whose transaction waits in the mempool with too low a fee, and what it costs to have it mined. */
export interface StuckDeposit {
  /** The payment's. */
  readonly reference: string;
  /** Index of its address. */
  readonly index: number;
  /** In minor units. */
  readonly amount: bigint;
  /** Fee of the transaction that spends it, in minor units. */
  readonly cost: bigint;
}

/**
 * Boosts stuck deposits (child pays for parent): a transaction of ours spends the deposit into the hot wallet and pays the fee of both. It shares the
 * fate of its parent: if the payer replaces the deposit, the boost vanishes too. `SignedPayouts`'s `broadcast` and `status` serve boosts too.
 */
export interface DepositBoosts {
  /** Pause between looks for stuck deposits. */
  readonly pollMs: number;
  readonly currency: CurrencyCode;
  /**
   * Those of some unconfirmed deposits that are stuck and worth the fee.
   * @param references the payments'
   * @param inUse slots of live transfers, boosts included
   * @throws RailError
   */
  find(references: readonly string[], now: Date, inUse: readonly Slot[]): Promise<readonly StuckDeposit[]>;
  /** Signs the transaction that boosts a deposit; null when it is no longer stuck, or not worth it. @throws RailError outcome `not-done` */
  sign(reference: string, now: Date, inUse: readonly Slot[]): Promise<SignedTransfer | null>;
}
