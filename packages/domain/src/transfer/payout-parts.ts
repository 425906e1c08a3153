import { networkOfReserve, type ReserveCode } from '../currencies.ts';
import { InvariantError } from '../invariant.ts';

/**
 * Splits an amount deterministically into transfers between `min` and `max`; the second-to-last part is reduced if the last would be below `min`. An
 * amount below `min` is not split.
 * @throws InvariantError unless `max` is at least twice `min`, and `min` above zero
 */
export function splitAmount(amount: bigint, max: bigint, min: bigint): readonly bigint[] {
  if (min <= 0n || max < 2n * min) throw new InvariantError('max must be at least 2 × min');
  const parts: bigint[] = [];
  let rest = amount;
  for (; rest > max; rest -= parts.at(-1) ?? 0n) parts.push(rest - max >= min ? max : rest - min);
  return [...parts, rest];
}

/** Maximum number of payouts that one amount is split into; a larger amount is paid manually. */
const PARTS_MAX = 20n;

/**
 * Amounts of the transfers that pay an amount out of a reserve: one, or several where the network limits a single transfer. An amount that would
 * need more than `PARTS_MAX` transfers is not split, so that the network's limit rejects it.
 */
export function partsOf(reserve: ReserveCode, amount: bigint): readonly bigint[] {
  const limits = networkOfReserve(reserve).transferLimits;
  return limits && amount <= PARTS_MAX * limits.max ? splitAmount(amount, limits.max, limits.min) : [amount];
}
