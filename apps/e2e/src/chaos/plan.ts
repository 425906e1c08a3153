import { createHash } from 'node:crypto';
import type { CheckpointName } from '@quydoi/exchange/checkpoints';
import type { Branch } from '@quydoi/sandbox/network';
import type { SimulatedNetworkCode } from '@quydoi/sandbox/networks';
import { KILLABLE } from '../system/exchange-under-test.ts';
import type { PaymentBehavior } from './payment-behavior.ts';
import type { Trade } from './trades.ts';
import type { PlannedBurst } from './wallets/plan-wallets.ts';

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

/** Switches a fault on: it happens at its next `count` opportunities. */
export interface PlannedFaultActivation {
  readonly atMs: number;
  readonly rail: string;
  readonly kind: string;
  readonly count: number;
}

/** Processes that are killed. The sandbox commits before it answers, so it may be killed too. */
export const VICTIMS = [...KILLABLE, 'postgres', 'sandbox'] as const;
export type Victim = (typeof VICTIMS)[number];

/** One kill, at `atMs` or as soon after as the victim is up: at the first of `points` that the victim reaches, or at once if `points` is empty. */
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
  /** `new-price` changes a rate; `inbox` settles one item of the operators' inbox; `new-account` changes the collection account for dong. */
  readonly what: 'new-price' | 'inbox' | 'new-account';
  readonly choice: number;
}

/** Everything that a run, or a further round of it, does. The seed fixes the events and their times; how they interleave depends on the machine. */
export interface Plan {
  readonly seed: string;
  readonly durationMs: number;
  /** From this time on, what the run has not covered yet is forced: rare checkpoints and faults would otherwise be left to chance. */
  readonly forcedFromMs: number;
  readonly timerSeconds: number;
  readonly orders: readonly PlannedOrder[];
  /** What customers with an account do with their balances. */
  readonly bursts: readonly PlannedBurst[];
  readonly faults: readonly PlannedFaultActivation[];
  readonly kills: Readonly<Record<Victim, readonly PlannedKill[]>>;
  readonly operator: readonly PlannedOperatorAction[];
  readonly reorganisations: readonly PlannedReorganisation[];
}

/** Short hash that identifies a plan. */
export function fingerprintOf(plan: Plan): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 12);
}
