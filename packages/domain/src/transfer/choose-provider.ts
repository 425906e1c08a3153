/** A provider that could make a payout, as it stands now. */
export interface ProviderOffer {
  readonly name: string;
  /** Within its limits: it knows the bank, and takes the amount in one transfer. */
  readonly takes: boolean;
  /** `out`: it cannot be reached or refuses our credentials; nothing new is sent there. `troubled`: its last call failed. */
  readonly health: 'well' | 'troubled' | 'out';
  /** Money left in our wallet there, in minor units, without what is on its way; null while it is not known. */
  readonly spendable: bigint | null;
  /** As many calls to it are in progress as it may have: it answers slowly. */
  readonly isBusy: boolean;
  /** It made the payout's last attempt, which moved no money in the end. */
  readonly hasFailed: boolean;
}

/** Range of a draw: below this number. */
export const DRAW_MAX = 1n << 32n;

/**
 * Chooses the provider of a payout's next attempt: of those that are not out and take it, the healthiest with enough money, and not the one that failed
 * the last attempt if another can. Among equals each gets a share of the payouts as large as its share of the money.
 * @param draw a number below `DRAW_MAX` that belongs to the attempt, so that the same attempt is always drawn alike
 * @returns its name; null when none can make the payout now
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

/** The lower, the better. Money weighs most, since a wallet that is short surely refuses; a last failure least. */
function rankOf({ spendable, health, isBusy, hasFailed }: ProviderOffer, amount: bigint): number {
  const money = spendable === null ? 1 : spendable >= amount ? 0 : 2;
  return money * 8 + (health === 'troubled' ? 4 : 0) + (isBusy ? 2 : 0) + (hasFailed ? 1 : 0);
}

/** Share of the payouts among equals. Wallets of which nothing is known, or that are empty, are equals too. */
function weightOf({ spendable }: ProviderOffer): bigint {
  return spendable === null || spendable <= 0n ? 1n : spendable;
}
