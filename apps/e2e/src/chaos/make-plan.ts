import type { CheckpointName } from '@quydoi/exchange/checkpoints';
import { checkpointsOfRole } from '../kills/kill-points.ts';
import { createSeededRandom, type SeededRandom, shuffledCycle } from '../seeded-random.ts';
import type { PlannedFault } from './faults.ts';
import { type Plan, type PlannedFaultActivation, type PlannedKill, type PlannedOperatorAction, VICTIMS, type Victim } from './plan.ts';
import { planOrders } from './plan-orders.ts';
import { planReorganisations, reorganisedChains } from './plan-reorganisations.ts';
import type { Trade } from './trades.ts';
import { planWallets } from './wallets/plan-wallets.ts';

/** Input of a plan. */
export interface PlanOptions {
  readonly seed: string;
  readonly durationMs: number;
  readonly trades: readonly Trade[];
  readonly faults: readonly PlannedFault[];
  /** Present in plans of further rounds, which are to cover what the rounds before have not. */
  readonly further?: FurtherRound;
}

/** A round after the first. */
export interface FurtherRound {
  /** Counts from 1. */
  readonly round: number;
  /** Orders that the rounds before have planned: no two orders of a run share an account. */
  readonly orderCount: number;
  /** The same of bursts. */
  readonly burstCount: number;
}

const FAULT_PAUSE_MS = 700;
/** Faults that need an operator happen in the first round, and later in one of this many rounds. */
const OPERATOR_FAULT_ONE_IN = 3;
/**
 * Pause between kills of each victim: about fifty kills a minute in all, fewer on a busy machine. Victims that start slowly or work sequentially live
 * longer: a process that always dies early tests nothing.
 */
const KILL_PAUSES_MS: Readonly<Record<Victim, readonly [min: number, max: number]>> = {
  web: [1_000, 5_000],
  worker: [1_800, 6_600],
  signer: [3_000, 9_000],
  postgres: [14_000, 26_000],
  sandbox: [20_000, 45_000],
};
/** One kill in this many happens at once, not at a checkpoint. */
const ANYWHERE_ONE_IN = 3;
const POINTS_PER_KILL = 3;
const OPERATOR_PAUSE_MS = 10_000;
/** Last share of a run, without kills and reorganisations: faults that could not happen under them happen then. */
const CALM_SHARE = 0.15;
/** First share of a run that follows the plan alone. */
const PLANNED_SHARE = 0.25;
/** Kills and faults come this many times rarer in further rounds: what the rounds before have left out is what they themselves prevent. */
const FURTHER_PAUSES = 4;
const TIMER_SECONDS = { short: 15, long: 45 } as const;
const LONG_MS = 240_000;

/** Makes a plan; equal options give equal plans. Each kind of event has a random sequence of its own, so that more of one does not shift the others. */
export function makePlan({ seed, durationMs, trades, faults, further }: PlanOptions): Plan {
  const random = (what: string) => createSeededRandom(further ? `${seed} ${what} ${further.round}` : `${seed} ${what}`);
  const pauses = further ? FURTHER_PAUSES : 1;
  const roughMs = durationMs * (1 - CALM_SHARE);
  return {
    seed,
    durationMs,
    forcedFromMs: further ? 0 : durationMs * PLANNED_SHARE,
    timerSeconds: durationMs >= LONG_MS ? TIMER_SECONDS.long : TIMER_SECONDS.short,
    orders: planOrders(random('orders'), durationMs, trades, further?.orderCount),
    bursts: planWallets(random('wallets'), durationMs, trades, further?.burstCount),
    faults: planFaults(random('faults'), durationMs, faults, pauses),
    kills: Object.fromEntries(VICTIMS.map((victim) => [victim, planKills(random(victim), roughMs, victim, pauses)])) as unknown as Plan['kills'],
    operator: planOperator(random('operator'), durationMs),
    reorganisations: reorganisedChains(trades)
      .flatMap((chain) => planReorganisations(random(chain.network), roughMs, chain))
      .toSorted((a, b) => a.atMs - b.atMs),
  };
}

function planFaults(random: SeededRandom, durationMs: number, faults: readonly PlannedFault[], pauses: number): PlannedFaultActivation[] {
  const [first, ...others] = faults;
  if (!first) return [];
  const next = shuffledCycle(random, [first, ...others]);
  const planned: PlannedFaultActivation[] = [];
  for (let atMs = random.int(0, FAULT_PAUSE_MS); atMs < durationMs; atMs += random.int(0, 2 * FAULT_PAUSE_MS * pauses)) {
    const { rail, kind, countMax, needsOperator } = next();
    const isAgain = planned.some((other) => other.rail === rail && other.kind === kind);
    if (needsOperator && isAgain && !random.oneIn(OPERATOR_FAULT_ONE_IN)) continue;
    planned.push({ atMs, rail, kind, count: random.int(1, countMax) });
  }
  return planned;
}

function planKills(random: SeededRandom, durationMs: number, victim: Victim, pauses: number): PlannedKill[] {
  const [min = 0, max = 0] = KILL_PAUSES_MS[victim].map((pauseMs) => pauseMs * pauses);
  const [first, ...others] = checkpointsOf(victim);
  const next = first && shuffledCycle<CheckpointName>(random, [first, ...others]);
  const planned: PlannedKill[] = [];
  for (let atMs = random.int(0, max); atMs < durationMs; atMs += random.int(min, max)) {
    planned.push({ atMs, points: next && !random.oneIn(ANYWHERE_ONE_IN) ? [...new Set(Array.from({ length: POINTS_PER_KILL }, next))] : [] });
  }
  return planned;
}

/** Every checkpoint that a victim can reach. */
export function checkpointsOf(victim: Victim): readonly CheckpointName[] {
  return victim === 'postgres' || victim === 'sandbox' ? [] : checkpointsOfRole(victim);
}

function planOperator(random: SeededRandom, durationMs: number): PlannedOperatorAction[] {
  const planned: PlannedOperatorAction[] = [];
  for (let atMs = random.int(0, OPERATOR_PAUSE_MS); atMs < durationMs; atMs += random.int(OPERATOR_PAUSE_MS / 2, OPERATOR_PAUSE_MS)) {
    planned.push({ atMs, what: random.pick(['new-price', 'inbox', 'new-account']), choice: random.int(0, 999) });
  }
  return planned;
}
