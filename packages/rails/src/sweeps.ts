import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { SlotInUse } from '@quydoi/domain/transfer/slot';
import type { SignedTransfer } from './signed-payout.ts';

/** Deposit addresses of a chain, derived from an extended public key, without private keys. */
export interface DepositAddresses {
  /** Derives the address at an index. Deterministic. */
  derive(index: number): string;
}

/** Deposit addresses as a chain's nodes watch them, where nodes tell only of addresses that they were told of. */
export interface WatchedAddresses {
  /** Pause between looks for addresses that orders have meanwhile. */
  readonly pollMs: number;
  /**
   * Has each node watch all addresses up to the highest that an order has, and some more.
   * @throws RailError outcome `not-done` when a node does not take them
   */
  watch(highest: number): Promise<void>;
}

/** Sweep thresholds of a currency, in its minor units. */
export interface SweepTerms {
  /** Minimum balance that is swept. */
  readonly min: bigint;
  /** Balance left at the address after a sweep. */
  readonly rest: bigint;
}

/** A deposit that is swept in a batch. */
export interface BatchedDeposit {
  /** Of its address. */
  readonly index: number;
  /** In minor units of the currency. */
  readonly amount: bigint;
}

/** Sweeps of several addresses in one transfer of the hot wallet, which pays the fee: no address is funded before. Signed and settled like sweeps. */
export interface BatchSweeps {
  readonly currency: CurrencyCode;
  /** Most deposits of a batch. */
  readonly sizeMax: number;
  /** Whether the chain offers what batches need, now. @throws RailError when it cannot tell */
  isAvailable(): Promise<boolean>;
  /**
   * Selects the deposits that a batch would sweep now. The others are swept alone, which tells why they cannot be. @throws RailError outcome
   * `not-done`
   */
  select(deposits: readonly BatchedDeposit[], now?: Date): Promise<readonly BatchedDeposit[]>;
  /**
   * Signs a batch. What it swept, its status tells: an address that fails keeps no other from being swept.
   * @throws RailError outcome `not-done`
   */
  sign(deposits: readonly BatchedDeposit[], now: Date, slotsInUse: readonly SlotInUse[]): Promise<SignedTransfer>;
}

/**
 * Sweeps of deposits into the hot wallet. Calls with a `now` skip stalled nodes. Like payouts, signed transfers are stored before they are broadcast;
 * `SignedPayouts`'s `broadcast` and `status` serve them too.
 */
export interface DepositSweeps {
  /** Pause between sweeps. */
  readonly pollMs: number;
  /** Thresholds by sweepable currency. */
  readonly terms: ReadonlyMap<CurrencyCode, SweepTerms>;
  /** Balance of a currency at a deposit address on the irreversible side. */
  balance(currency: CurrencyCode, index: number, now?: Date): Promise<bigint>;
  /**
   * Balance of a currency at any address on the irreversible side. Absent where no other network has addresses that are valid on this one.
   * @throws RailError when the chain cannot tell
   */
  balanceAt?(currency: CurrencyCode, address: string, now?: Date): Promise<bigint>;
  /**
   * Fee coin that a deposit address lacks for a sweep of this amount at present prices, in the fee coin's minor units; zero when it has enough, or
   * when the fee comes out of the amount.
   * @param feeBudget most of the address's fee coin that may be spent, where customers pay in that coin too; all of it by default
   * @throws RailError when the chain cannot tell, or would not do it
   */
  feeMissing(currency: CurrencyCode, index: number, amount: bigint, feeBudget?: bigint, now?: Date): Promise<bigint>;
  /**
   * Moves an amount of a currency from a deposit address to the hot wallet. Of the fee coin itself the fee is part of the amount.
   * @param feeBudget as for `feeMissing`
   * @throws RailError outcome `not-done`
   */
  signSweep(
    currency: CurrencyCode,
    index: number,
    amount: bigint,
    now: Date,
    slotsInUse: readonly SlotInUse[],
    feeBudget?: bigint,
  ): Promise<SignedTransfer>;
  /** Absent where addresses are swept one by one. */
  readonly batches?: BatchSweeps;
  /** Moves an amount of the fee coin from the hot wallet to a deposit address. @throws RailError outcome `not-done` */
  signFund(index: number, amount: bigint, now: Date, slotsInUse: readonly SlotInUse[]): Promise<SignedTransfer>;
  /**
   * Nonces of the hot wallet below those of live transfers that no transfer has: nothing behind them is ever mined. Absent on chains without nonces.
   * @throws RailError when the chain cannot tell
   */
  noncesMissing?(slotsInUse: readonly SlotInUse[]): Promise<number>;
}
