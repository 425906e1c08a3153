import { createHash } from 'node:crypto';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { CheckpointName } from '@quydoi/exchange/checkpoints';
import type { FaultRail } from '@quydoi/sandbox/faults';
import { checkpointsOfRole } from '../kills/kill-points.ts';
import type { PlannedFault } from '../kills/purchase-faults.ts';
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts';
import { KILLABLE } from '../system/exchange-under-test.ts';
import { type PaymentBehavior, paymentBehaviorsFor } from './payment-behavior.ts';
import type { Trade } from './trades.ts';

/** One customer's order, and all that the customer will do about it. Moments count from the beginning of the run. */
export interface PlannedOrder extends Trade {
  readonly n: number;
  readonly atMs: number;
  /** What is ordered, as decimal text. */
  readonly quantity: string;
  /** Where dong goes to. */
  readonly bank: string;
  /** Whether a buyer tells the account that the money will come from. */
  readonly tellsSender: boolean;
  readonly behavior: PaymentBehavior;
  /** How much of the sum is paid where it is not the whole, in per mille. */
  readonly perMille: number;
  /** Between the order and its payment. */
  readonly payAfterMs: number;
  /** Which of the actions that the exchange then offers is taken, by lot among them; null for one who never decides. */
  readonly choice: number | null;
  readonly decideAfterMs: number;
}

/** A fault that is switched on for the next `count` times. */
export interface PlannedFaultActivation {
  readonly atMs: number;
  readonly rail: FaultRail;
  readonly kind: string;
  readonly count: number;
}

/** What can be killed. The sandbox commits before it answers, so it can be, too. */
export const VICTIMS = [...KILLABLE, 'postgres', 'sandbox'] as const;
export type Victim = (typeof VICTIMS)[number];

/** One kill: at its moment, or as soon as the victim is up again, at the first of some checkpoints that it comes to, or else anywhere. */
export interface PlannedKill {
  readonly atMs: number;
  readonly points: readonly CheckpointName[];
}

/** Something that an operator does in the middle of it all. */
export interface PlannedOperatorAction {
  readonly atMs: number;
  /** `new-price` sets a rate anew; `inbox` looks at what waits for a person and settles some of it. */
  readonly what: 'new-price' | 'inbox';
  readonly choice: number;
}

/** All that is going to happen. When it happens and in what order it meets is the machine's affair. */
export interface Plan {
  readonly seed: string;
  readonly durationMs: number;
  readonly timerSeconds: number;
  readonly visits: readonly PlannedOrder[];
  readonly faults: readonly PlannedFaultActivation[];
  readonly kills: Readonly<Record<Victim, readonly PlannedKill[]>>;
  readonly operator: readonly PlannedOperatorAction[];
}

/** What a plan is made for. */
export interface PlanOptions {
  readonly seed: string;
  readonly durationMs: number;
  readonly trades: readonly Trade[];
  readonly faults: readonly PlannedFault[];
}

const VISIT_PAUSE_MS = 900;
/** The last orders still have this long, so that the end is no calmer than the middle. */
const LAST_VISIT_BEFORE_END_MS = 4_000;
const PAY_AFTER_MS_MAX = 1_500;
const DECIDE_AFTER_MS_MAX = 4_000;
const UNDECIDED_ONE_IN = 6;
const EXACT_PERCENT = 45;
/** A sale above what one bank transfer carries: its payout is split. */
const LARGE_ONE_IN = 8;
const LARGE_SALE = [19_200, 19_900] as const;
/** Quantities that are ordered, in hundredths: above every minimum, and far below what reserves hold. */
const HUNDREDTHS: Partial<Record<CurrencyCode, readonly [min: number, max: number]>> = { pm: [300, 1_500], trc20: [1_000, 4_000] };
const SWAP_HUNDREDTHS = [1_200, 4_000] as const;
/** Two that are free and one that costs the customer a fee. */
const BANKS = ['vcb', 'mb', 'agribank'] as const;
const FAULT_PAUSE_MS = 700;
/** Faults that stop a rail until an operator comes, or hand an order to one: in every round of all faults, one in this many happens. */
const COSTLY: ReadonlySet<string> = new Set(['credentials-refused', 'not-enough-money', 'confirm-dropped', 'confirm-captcha', 'payout-failed']);
const COSTLY_ONE_IN = 3;
/** From one kill to the next: some fifty a minute together, of which a busy machine reaches fewer. */
const KILL_PAUSES_MS: Readonly<Record<Victim, readonly [min: number, max: number]>> = {
  web: [1_800, 6_600],
  worker: [1_800, 6_600],
  signer: [1_800, 6_600],
  postgres: [14_000, 26_000],
  sandbox: [8_000, 20_000],
};
/** Of the kills, one in this many comes at no checkpoint; the others wait for the first of some. */
const ANYWHERE_ONE_IN = 3;
const POINTS_AT_ONCE = 3;
const OPERATOR_PAUSE_MS = 10_000;
const TIMER_SECONDS = { short: 15, long: 45 } as const;
const LONG_MS = 240_000;

/** Makes a plan. The same options give the same plan. Every kind of thing has dice of its own, so that more of one does not move the others. */
export function makePlan({ seed, durationMs, trades, faults }: PlanOptions): Plan {
  const random = (what: string) => createSeededRandom(`${seed} ${what}`);
  return {
    seed,
    durationMs,
    timerSeconds: durationMs >= LONG_MS ? TIMER_SECONDS.long : TIMER_SECONDS.short,
    visits: planVisits(random('visits'), durationMs, trades),
    faults: planFaults(random('faults'), durationMs, faults),
    kills: Object.fromEntries(VICTIMS.map((victim) => [victim, planKills(random(victim), durationMs, victim)])) as unknown as Plan['kills'],
    operator: planOperator(random('operator'), durationMs),
  };
}

/** Tells two plans apart. */
export function fingerprintOf(plan: Plan): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 12);
}

function planVisits(random: SeededRandom, durationMs: number, trades: readonly Trade[]): PlannedOrder[] {
  const [first, ...others] = trades;
  if (!first) return [];
  const nextRoute = inTurn(random, [first, ...others]);
  const oddities = new Map<CurrencyCode, () => PaymentBehavior>();
  const visits: PlannedOrder[] = [];
  for (let atMs = 0; atMs < durationMs - LAST_VISIT_BEFORE_END_MS; atMs += random.int(0, 2 * VISIT_PAUSE_MS)) {
    const trade = nextRoute();
    const nextOddity = oddities.get(trade.from) ?? inTurn(random, paymentBehaviorsFor(trade.from));
    oddities.set(trade.from, nextOddity);
    visits.push(planVisit(random, visits.length, atMs, trade, random.int(1, 100) <= EXACT_PERCENT ? 'exact' : nextOddity()));
  }
  return visits;
}

function planVisit(random: SeededRandom, n: number, atMs: number, trade: Trade, behavior: PaymentBehavior): PlannedOrder {
  return {
    ...trade,
    n,
    atMs,
    quantity: planQuantity(random, trade, behavior),
    bank: random.pick(BANKS),
    // Without a memo, only the account that it comes from tells whose money it is.
    tellsSender: behavior === 'no-memo' ? !random.oneIn(4) : random.oneIn(2),
    behavior,
    perMille: planShare(random, behavior),
    payAfterMs: random.int(0, PAY_AFTER_MS_MAX),
    choice: random.oneIn(UNDECIDED_ONE_IN) ? null : random.int(0, 999),
    decideAfterMs: random.int(0, DECIDE_AFTER_MS_MAX),
  };
}

function planQuantity(random: SeededRandom, { kind, from, to }: Trade, behavior: PaymentBehavior): string {
  const isLarge = kind === 'sell' && from === 'trc20' && behavior === 'exact' && random.oneIn(LARGE_ONE_IN);
  if (isLarge) return String(random.int(...LARGE_SALE));
  const ordered = kind === 'buy' ? to : from;
  const [min, max] = kind === 'ex' ? SWAP_HUNDREDTHS : (HUNDREDTHS[ordered] ?? [1_000, 2_000]);
  return formatDecimal(BigInt(random.int(min, max)) * 10n ** BigInt(CURRENCIES[ordered].scale - 2), CURRENCIES[ordered].scale);
}

function planShare(random: SeededRandom, behavior: PaymentBehavior): number {
  switch (behavior) {
    case 'under':
    case 'in-two':
      return random.int(200, 980);
    case 'over':
      return random.int(1_010, 2_500);
    case 'nearly':
      return random.int(996, 1_004);
    default:
      return 1_000;
  }
}

function planFaults(random: SeededRandom, durationMs: number, faults: readonly PlannedFault[]): PlannedFaultActivation[] {
  const [first, ...others] = faults;
  if (!first) return [];
  const next = inTurn(random, [first, ...others]);
  const planned: PlannedFaultActivation[] = [];
  for (let atMs = random.int(0, FAULT_PAUSE_MS); atMs < durationMs; atMs += random.int(0, 2 * FAULT_PAUSE_MS)) {
    const { rail, kind, countMax } = next();
    if (COSTLY.has(kind) && !random.oneIn(COSTLY_ONE_IN)) continue;
    planned.push({ atMs, rail, kind, count: random.int(1, countMax) });
  }
  return planned;
}

function planKills(random: SeededRandom, durationMs: number, victim: Victim): PlannedKill[] {
  const [min, max] = KILL_PAUSES_MS[victim];
  const [first, ...others] = checkpointsOf(victim);
  const next = first && inTurn<CheckpointName>(random, [first, ...others]);
  const planned: PlannedKill[] = [];
  for (let atMs = random.int(0, max); atMs < durationMs; atMs += random.int(min, max)) {
    planned.push({ atMs, points: next && !random.oneIn(ANYWHERE_ONE_IN) ? [...new Set(Array.from({ length: POINTS_AT_ONCE }, next))] : [] });
  }
  return planned;
}

/** Every checkpoint that a victim can come to. */
export function checkpointsOf(victim: Victim): readonly CheckpointName[] {
  return victim === 'postgres' || victim === 'sandbox' ? [] : checkpointsOfRole(victim);
}

function planOperator(random: SeededRandom, durationMs: number): PlannedOperatorAction[] {
  const planned: PlannedOperatorAction[] = [];
  for (let atMs = random.int(0, OPERATOR_PAUSE_MS); atMs < durationMs; atMs += random.int(OPERATOR_PAUSE_MS / 2, OPERATOR_PAUSE_MS)) {
    planned.push({ atMs, what: random.pick(['new-price', 'inbox']), choice: random.int(0, 999) });
  }
  return planned;
}

/** Gives everything in the list once in an order of chance, then again in another: what is rare gets its turn as well. */
function inTurn<T>(random: SeededRandom, list: readonly [T, ...T[]]): () => T {
  let rest: T[] = [];
  return () => {
    if (rest.length === 0) rest = [...list];
    const [taken] = rest.splice(random.int(0, rest.length - 1), 1);
    return taken ?? list[0];
  };
}
