/** A chain's own coin at an address, in minor units. */
export interface CoinAt {
  readonly account: string;
  readonly balance: bigint;
}

/** Coins that were sent to an address by mistake, in minor units. */
export interface StrayCoins {
  readonly account: string;
  readonly amount: bigint;
}

/** Smallest reported balance, in minor units: some ten thousand dong. A stranger who causes reports loses more than a report costs us. */
const LEAST = 10_000n;
/** Maximum addresses reported in one read. */
const APART_MAX = 20;

/** Those addresses whose balance is worth a look. @param balances in the order of the addresses */
export function worthLooking(addresses: readonly string[], balances: readonly bigint[]): CoinAt[] {
  return addresses.flatMap((account, place) => ({ account, balance: balances[place] ?? 0n })).filter(({ balance }) => balance >= LEAST);
}

/**
 * Coins at addresses beyond what is ours there, the most first.
 * @param ours what is our own or journalled, by address; addresses of which that is not known now are left out
 */
export function strayCoinsAt(found: readonly CoinAt[], ours: ReadonlyMap<string, bigint>): StrayCoins[] {
  return found
    .map(({ account, balance }) => ({ account, amount: balance - (ours.get(account) ?? balance) }))
    .filter(({ amount }) => amount >= LEAST)
    .toSorted((a, b) => (a.amount > b.amount ? -1 : 1))
    .slice(0, APART_MAX);
}
