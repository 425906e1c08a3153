import type { CurrencyCode } from '@quydoi/domain/currencies';
import { FAULTS } from '@quydoi/sandbox/networks';
import { PRICE_FAULTS } from '@quydoi/sandbox/prices/index';
import { simulatedNetwork } from '../customers/accounts.ts';
import { FOLLOWING_CODES } from './following-rates.ts';
import type { Trade } from './trades.ts';

/** A fault that a plan may inject. */
export interface PlannedFault {
  readonly rail: string;
  readonly kind: string;
  /** How often it may happen in a row. */
  readonly countMax: number;
  /** Whether it stops a network or an order until an operator acts. */
  readonly needsOperator: boolean;
}

/** Name of a fault in tallies. */
export function faultName({ rail, kind }: Pick<PlannedFault, 'rail' | 'kind'>): string {
  return `${rail}/${kind}`;
}

/**
 * Every fault of the sandbox that these trades can meet, except those that only alter a payment, since customers themselves pay in such ways, those
 * that close a network for longer than a run lasts, and those that tell all rows again, which is an exception for operators each.
 */
export function faultsFor(trades: readonly Trade[]): PlannedFault[] {
  const isPriced = trades.some(({ from, to }) => FOLLOWING_CODES.some((code) => code === from || code === to));
  const met = FAULTS.filter(({ network, affects, currency, altersPayment, stopsNetwork, tellsAgain }) => {
    if (altersPayment || stopsNetwork || tellsAgain) return false;
    const canMeet = (code: CurrencyCode) => simulatedNetwork(code) === network && (currency ?? code) === code;
    return trades.some(({ from, to }) => (affects !== 'pay-out' && canMeet(from)) || (affects !== 'pay-in' && canMeet(to)));
  });
  return [...met, ...(isPriced ? PRICE_FAULTS : [])].map(({ rail, kind, burstMax = 1, needsOperator = false }) => {
    return { rail, kind, countMax: burstMax, needsOperator };
  });
}
