/** Current state of a provider that could make a payout. */
export interface ProviderOffer {
  readonly name: string;
  /** Whether it accepts the payout: it knows the bank, and the amount is within its limit for one transfer. */
  readonly takes: boolean;
  /** `out`: it is unreachable or refuses our credentials, and gets nothing new. `troubled`: its last call failed. */
  readonly health: 'well' | 'troubled' | 'out';
  /** Money in our wallet there, less payouts in flight, in minor units; null while unknown. */
  readonly spendable: bigint | null;
  /** Whether it has as many calls in progress as it may have, which means that it answers slowly. */
  readonly isBusy: boolean;
  /** Whether it made the payout's last attempt, which moved no money. */
  readonly hasFailed: boolean;
}

/** Upper bound (exclusive) of a draw. */
export const DRAW_MAX = 1n << 32n;

/**
 * Chooses the provider of a payout's next attempt among those that are not `out` and accept the payout: one with enough money, then the healthiest,
 * and not the one that failed the last attempt if another can make it. Equals share the payouts in proportion to their money.
 * @param draw pseudo-random number below `DRAW_MAX`, derived from the attempt, so that the choice for an attempt is repeatable
 * @returns the provider's name; null if none can make the payout now
 */
export function chooseProvider(offers: readonly ProviderOffer[], amount: bigint, draw: bigint): string | null {
  const able = offers.filter(({ takes, health }) => takes && health !== 'out');
  const best = Math.min(...able.map((offer) => rankOf(offer, amount)));
  const equals = able.filter((offer) => rankOf(offer, amount) === best);
  const weights = equals.map(weightOf);
  let left = (draw * weights.reduce((sum, weight) => sum + weight, 0n)) / DRAW_MAX;
  for (const [index, { name }] of equals.entries()) {
    left -= weights[index] ?? 0n;
    if (left < 0n) return name;
  }
  return null;
}

/** Rank of a provider; the lowest is best. Money weighs most, since a wallet that is short surely refuses; a failed last attempt weighs least. */
function rankOf({ spendable, health, isBusy, hasFailed }: ProviderOffer, amount: bigint): number {
  const money = spendable === null ? 1 : spendable >= amount ? 0 : 2;
  return money * 8 + (health === 'troubled' ? 4 : 0) + (isBusy ? 2 : 0) + (hasFailed ? 1 : 0);
}

/** Weight of a provider among equals. Wallets with unknown balances, and empty ones, share equally. */
function weightOf({ spendable }: ProviderOffer): bigint {
  return spendable === null || spendable <= 0n ? 1n : spendable;
}
