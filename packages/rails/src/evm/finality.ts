import type { EvmFinality } from './chains.ts';

/**
 * The highest irreversible block: finalized by the chain's own rule and deep enough, or, where finality stalls, so deep that the chain's rules ask for
 * no more; null when there is none yet.
 * @param finalized the newest block that the node calls finalized; null when it calls none so
 */
export function finalNumber(latest: number, finalized: number | null, { depthMin, stalledDepth }: EvmFinality): number | null {
  const settled = finalized === null ? -1 : Math.min(finalized, latest - depthMin);
  const counted = stalledDepth === null ? -1 : latest - stalledDepth;
  const number = Math.max(settled, counted);
  return number < 0 ? null : number;
}
