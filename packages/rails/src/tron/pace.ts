import { DAY_MS } from '@quydoi/domain/durations';

/** TRON makes a block every three seconds. */
const BLOCK_MS = 3_000;
/** Part of the quota for reading blocks; the rest is for payouts, sweeps and confirmations. */
const READING_PERCENT = 90;
/** Calls for each block: its results among the irreversible ones, and among the newest ones. */
const CALLS_PER_BLOCK = 2;
/** Calls for each round of reads besides: the irreversible head and its blocks, and the newest head. */
const CALLS_PER_ROUND = 3;
/** Pause while no payment is awaited; late payments alone are found then. */
const IDLE_MS = 30_000;

/** Daily quota of a TronGrid key without a plan. */
export const CALLS_A_DAY = 100_000;
/** The least that all blocks can be read with, a minute apart. */
export const CALLS_A_DAY_MIN = 70_000;

/** Pauses between reads of the chain, in milliseconds. */
export interface TronPace {
  /** While a payment is awaited. */
  readonly pollMs: number;
  /** While none is. */
  readonly idlePollMs: number;
}

/**
 * The shortest pauses at which the calls of a day stay within the quota even if payments are awaited all day long.
 * @param callsADay at least `CALLS_A_DAY_MIN`
 */
export function paceWithin(callsADay: number): TronPace {
  const forRounds = (callsADay * READING_PERCENT) / 100 - CALLS_PER_BLOCK * (DAY_MS / BLOCK_MS);
  const pollMs = Math.max(BLOCK_MS, Math.ceil((CALLS_PER_ROUND * DAY_MS) / forRounds));
  return { pollMs, idlePollMs: Math.max(IDLE_MS, pollMs) };
}
