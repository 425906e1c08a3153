/** The coin that network fees are paid in, at deposit addresses: where no order is paid in it, no source tells that it came. */
export interface StrayCoins {
  /** Pause between looks. */
  readonly pollMs: number;
  /**
   * What addresses have on the irreversible side, in the fee coin's minor units.
   * @throws RailError when the chain cannot tell
   */
  balances(addresses: readonly string[]): Promise<readonly bigint[]>;
}
