import { createHash } from 'node:crypto';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { CheckpointName } from '@quydoi/exchange/checkpoints';
import type { Branch, NetworkDefinition } from '@quydoi/sandbox/network';
import { SIMULATED_NETWORKS, type SimulatedNetworkCode } from '@quydoi/sandbox/networks';
import { simulatedNetwork } from '../customers/accounts.ts';
import { checkpointsOfRole } from '../kills/kill-points.ts';
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts';
import { KILLABLE } from '../system/exchange-under-test.ts';
import type { PlannedFault } from './faults.ts';
import { type PaymentBehavior, paymentBehaviorsFor } from './payment-behavior.ts';
import { quantityRange, quantityText, splitSaleRange } from './quantities.ts';
import type { Trade } from './trades.ts';

/** One customer's order and everything that the customer does about it. Times count from the start of the run. */
export interface PlannedOrder extends Trade {
  readonly n: number;
  readonly atMs: number;
  /** Decimal text. */
  readonly quantity: string;
  /** Bank code of destinations in dong. */
  readonly bank: string;
  /** Whether a buyer names the account that the payment will come from. */
  readonly tellsSender: boolean;
  readonly behavior: PaymentBehavior;
  /** Share of the price that is paid, per mille. */
  readonly perMille: number;
  /** Delay between order and payment. */
  readonly payAfterMs: number;
  /** Selects one of the actions that the exchange offers (modulo their number); null for a customer who never acts. */
  readonly choice: number | null;
  readonly decideAfterMs: number;
}

/** Switches a fault on for its next `count` occurrences. */
export interface PlannedFaultActivation {
  readonly atMs: number;
  readonly rail: string;
  readonly kind: string;
  readonly count: number;
}

/** Processes that are killed. The sandbox commits before it answers, so it may be killed too. */
export const VICTIMS = [...KILLABLE, 'postgres', 'sandbox'] as const;
export type Victim = (typeof VICTIMS)[number];

/** One kill at its time, or as soon as the victim is up again: at the first of `points` that it reaches, else wherever it is. */
export interface PlannedKill {
  readonly atMs: number;
  readonly points: readonly CheckpointName[];
}

/** Replaces the newest blocks of a chain. */
export interface PlannedReorganisation {
  readonly atMs: number;
  readonly network: SimulatedNetworkCode;
  readonly depth: number;
  readonly branch: Branch;
}

/** An action of an operator during the run. */
export interface PlannedOperatorAction {
  readonly atMs: number;
  /** `new-price` changes a rate; `inbox` settles one item of the operators' inbox; `new-account` changes the account that dong is collected in. */
  readonly what: 'new-price' | 'inbox' | 'new-account';
  readonly choice: number;
}

/** Everything that a run does. The seed fixes the events and their times; how they interleave depends on the machine. */
export interface Plan {
  readonly seed: string;
  readonly durationMs: number;
  readonly timerSeconds: number;
  readonly orders: readonly PlannedOrder[];
  readonly faults: readonly PlannedFaultActivation[];
  readonly kills: Readonly<Record<Victim, readonly PlannedKill[]>>;
  readonly operator: readonly PlannedOperatorAction[];
  readonly reorganisations: readonly PlannedReorganisation[];
}

/** Input of a plan. */
export interface PlanOptions {
  readonly seed: string;
  readonly durationMs: number;
  readonly trades: readonly Trade[];
  readonly faults: readonly PlannedFault[];
}

const ORDER_PAUSE_MS = 900;
/** The last order comes this long before the end, so that the end is as busy as the middle. */
const LAST_ORDER_BEFORE_END_MS = 4_000;
const PAY_AFTER_MS_MAX = 1_500;
const DECIDE_AFTER_MS_MAX = 4_000;
const UNDECIDED_ONE_IN = 6;
const EXACT_PERCENT = 45;
/** Of the sales that can exceed the largest single bank transfer, one in this many does: its payout is split. */
const SPLIT_ONE_IN = 8;
/** Two banks without and one with a payout fee. */
const BANKS = ['vcb', 'mb', 'agribank'] as const;
const FAULT_PAUSE_MS = 700;
/** Faults that need an operator happen in one of this many rounds. */
const OPERATOR_FAULT_ONE_IN = 3;
/** Pause between kills of each victim: about fifty kills a minute in all, fewer on a busy machine. */
const KILL_PAUSES_MS: Readonly<Record<Victim, readonly [min: number, max: number]>> = {
  web: [1_800, 6_600],
  worker: [1_800, 6_600],
  signer: [1_800, 6_600],
  postgres: [14_000, 26_000],
  sandbox: [8_000, 20_000],
};
/** One kill in this many waits for no checkpoint. */
const ANYWHERE_ONE_IN = 3;
const POINTS_PER_KILL = 3;
const OPERATOR_PAUSE_MS = 10_000;
/** Pause between reorganisations of each chain, on average. */
const REORGANISATION_PAUSE_MS = 6_000;
const TIMER_SECONDS = { short: 15, long: 45 } as const;
const LONG_MS = 240_000;

/** Makes a plan; equal options give equal plans. Each kind of event has a random sequence of its own, so that more of one does not shift the others. */
export function makePlan({ seed, durationMs, trades, faults }: PlanOptions): Plan {
  const random = (what: string) => createSeededRandom(`${seed} ${what}`);
  return {
    seed,
    durationMs,
    timerSeconds: durationMs >= LONG_MS ? TIMER_SECONDS.long : TIMER_SECONDS.short,
    orders: planOrders(random('orders'), durationMs, trades),
    faults: planFaults(random('faults'), durationMs, faults),
    kills: Object.fromEntries(VICTIMS.map((victim) => [victim, planKills(random(victim), durationMs, victim)])) as unknown as Plan['kills'],
    operator: planOperator(random('operator'), durationMs),
    reorganisations: reorganisedChains(trades)
      .flatMap((chain) => planReorganisations(random(chain.network), durationMs, chain))
      .toSorted((a, b) => a.atMs - b.atMs),
  };
}

/** Short hash that identifies a plan. */
export function fingerprintOf(plan: Plan): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 12);
}

function planOrders(random: SeededRandom, durationMs: number, trades: readonly Trade[]): PlannedOrder[] {
  const [first, ...others] = trades;
  if (!first) return [];
  const nextRoute = shuffledCycle(random, [first, ...others]);
  const nextBehaviors = new Map<CurrencyCode, () => PaymentBehavior>();
  const orders: PlannedOrder[] = [];
  for (let atMs = 0; atMs < durationMs - LAST_ORDER_BEFORE_END_MS; atMs += random.int(0, 2 * ORDER_PAUSE_MS)) {
    const trade = nextRoute();
    const nextBehavior = nextBehaviors.get(trade.from) ?? shuffledCycle(random, paymentBehaviorsFor(trade.from));
    nextBehaviors.set(trade.from, nextBehavior);
    orders.push(planOrder(random, orders.length, atMs, trade, random.int(1, 100) <= EXACT_PERCENT ? 'exact' : nextBehavior()));
  }
  return orders;
}

function planOrder(random: SeededRandom, n: number, atMs: number, trade: Trade, behavior: PaymentBehavior): PlannedOrder {
  return {
    ...trade,
    n,
    atMs,
    quantity: planQuantity(random, trade, behavior),
    bank: random.pick(BANKS),
    // Without a memo, only the payer's account identifies the order.
    tellsSender: behavior === 'no-memo' ? !random.oneIn(4) : random.oneIn(2),
    behavior,
    perMille: planShare(random, behavior),
    payAfterMs: random.int(0, PAY_AFTER_MS_MAX),
    choice: random.oneIn(UNDECIDED_ONE_IN) ? null : random.int(0, 999),
    decideAfterMs: random.int(0, DECIDE_AFTER_MS_MAX),
  };
}

function planQuantity(random: SeededRandom, trade: Trade, behavior: PaymentBehavior): string {
  const splitRange = behavior === 'exact' ? splitSaleRange(trade) : null;
  const [min, max] = splitRange && random.oneIn(SPLIT_ONE_IN) ? splitRange : quantityRange(trade);
  return quantityText(random.int(min, max), trade.kind === 'buy' ? trade.to : trade.from);
}

function planShare(random: SeededRandom, behavior: PaymentBehavior): number {
  switch (behavior) {
    case 'underpaid':
    case 'split':
      return random.int(200, 980);
    case 'overpaid':
      return random.int(1_010, 2_500);
    case 'within-tolerance':
      return random.int(996, 1_004);
    default:
      return 1_000;
  }
}

function planFaults(random: SeededRandom, durationMs: number, faults: readonly PlannedFault[]): PlannedFaultActivation[] {
  const [first, ...others] = faults;
  if (!first) return [];
  const next = shuffledCycle(random, [first, ...others]);
  const planned: PlannedFaultActivation[] = [];
  for (let atMs = random.int(0, FAULT_PAUSE_MS); atMs < durationMs; atMs += random.int(0, 2 * FAULT_PAUSE_MS)) {
    const { rail, kind, countMax, needsOperator } = next();
    if (needsOperator && !random.oneIn(OPERATOR_FAULT_ONE_IN)) continue;
    planned.push({ atMs, rail, kind, count: random.int(1, countMax) });
  }
  return planned;
}

function planKills(random: SeededRandom, durationMs: number, victim: Victim): PlannedKill[] {
  const [min, max] = KILL_PAUSES_MS[victim];
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

/** A chain whose blocks can be replaced. */
interface ReorganisedChain {
  readonly network: SimulatedNetworkCode;
  /** With how many blocks, its own included, a payment is irreversible. */
  readonly confirmations: number;
}

/** The chains of these trades whose blocks can be replaced. */
export function reorganisedChains(trades: readonly Trade[]): ReorganisedChain[] {
  const networks = new Set(trades.flatMap(({ from, to }) => [simulatedNetwork(from), simulatedNetwork(to)]));
  return [...networks].flatMap((network) => {
    const { confirmations }: Pick<NetworkDefinition<unknown>, 'confirmations'> = SIMULATED_NETWORKS[network];
    return confirmations === undefined ? [] : [{ network, confirmations }];
  });
}

/** How deep a chain is reorganised: also by one block more than makes a payment irreversible. */
export function depthsOf({ confirmations }: ReorganisedChain): readonly [number, ...number[]] {
  return [1, ...Array.from({ length: confirmations }, (_, index) => index + 2)];
}

function planReorganisations(random: SeededRandom, durationMs: number, chain: ReorganisedChain): PlannedReorganisation[] {
  const { network, confirmations } = chain;
  const nextDepth = shuffledCycle(random, depthsOf(chain));
  const planned: PlannedReorganisation[] = [];
  for (let atMs = random.int(0, REORGANISATION_PAUSE_MS); atMs < durationMs; atMs += random.int(0, 2 * REORGANISATION_PAUSE_MS)) {
    const depth = nextDepth();
    // Senders do not repeat irreversible payments: dropping one would lose the money whatever the number of confirmations.
    planned.push({ atMs, network, depth, branch: depth >= confirmations || random.oneIn(2) ? 'full' : 'empty' });
  }
  return planned;
}

/** Cycles through the list in random order, shuffled anew each time: every item gets its turn. */
function shuffledCycle<T>(random: SeededRandom, list: readonly [T, ...T[]]): () => T {
  let rest: T[] = [];
  return () => {
    if (rest.length === 0) rest = [...list];
    const [taken] = rest.splice(random.int(0, rest.length - 1), 1);
    return taken ?? list[0];
  };
}
