import { FAULTS } from '@quydoi/sandbox/networks';
import { simulatedNetwork } from '../customers/accounts.ts';
import type { Trade } from './trades.ts';

/** A fault that a plan may inject. */
export interface PlannedFault {
  readonly rail: string;
  readonly kind: string;
  /** How often it may happen in a row. */
  readonly countMax: number;
  /** It stops a network, or leaves an order, until an operator acts. */
  readonly needsOperator: boolean;
}

/** Name of a fault in tallies. */
export function faultName({ rail, kind }: Pick<PlannedFault, 'rail' | 'kind'>): string {
  return `${rail}/${kind}`;
}

/** Every fault of the sandbox that these trades can meet, except those that only alter a payment: customers themselves pay in such ways. */
export function faultsFor(trades: readonly Trade[]): PlannedFault[] {
  const paysIn = new Set(trades.map(({ from }) => simulatedNetwork(from)));
  const paysOut = new Set(trades.map(({ to }) => simulatedNetwork(to)));
  return FAULTS.filter(({ network, affects, altersPayment }) => {
    if (altersPayment) return false;
    return (affects !== 'pay-out' && paysIn.has(network)) || (affects !== 'pay-in' && paysOut.has(network));
  }).map(({ rail, kind, burstMax = 1, needsOperator = false }) => ({ rail, kind, countMax: burstMax, needsOperator }));
}
