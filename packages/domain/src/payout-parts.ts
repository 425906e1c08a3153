import { networkOfReserve, type ReserveCode } from './currencies.ts';
import { InvariantError } from './invariant.ts';

/**
 * Splits an amount into transfers of at most `max`, each of at least `min` (the last two share where the rest would be smaller). The same
 * amount is always split the same way. An amount below `min` stays whole: no split makes it larger.
 */
export function payoutParts(amount: bigint, max: bigint, min: bigint): readonly bigint[] {
  if (min <= 0n || max < 2n * min) throw new InvariantError('parts must be able to share');
  const parts: bigint[] = [];
  let rest = amount;
  for (; rest > max; rest -= parts.at(-1) ?? 0n) parts.push(rest - max >= min ? max : rest - min);
  return [...parts, rest];
}

/** Transfers that one payout may take; beyond that a person makes it. */
const PARTS_MAX = 20n;

/**
 * The transfers that pay an amount out of a reserve: one, or several where the network limits a single transfer. An amount that would take
 * more than `PARTS_MAX` transfers stays whole: no transfer can carry it.
 */
export function partsOf(reserve: ReserveCode, amount: bigint): readonly bigint[] {
  const limits = networkOfReserve(reserve).transferLimits;
  return limits && amount <= PARTS_MAX * limits.max ? payoutParts(amount, limits.max, limits.min) : [amount];
}
