import { CURRENCIES } from '@quydoi/domain/currencies';
import { FAULTS, type FaultRail } from '@quydoi/sandbox/faults';
import { faultName, type PlannedFault } from '../kills/purchase-faults.ts';
import type { Trade } from './trades.ts';

/** Faults that may happen several times in one go: those that cost little time. All others come one at a time. */
const COUNTS_MAX: Readonly<Record<string, number>> = {
  'bank/webhook-lost': 3,
  'bank/webhook-duplicate': 3,
  'bank/webhook-delayed': 2,
  'bank/webhook-bad-signature': 3,
  'bank/list-unavailable': 2,
  'pay-os/payout-dropped': 2,
  'pay-os/payout-applied-dropped': 2,
  'pay-os/payout-applied-500': 2,
  'pay-os/bad-signature': 2,
  'pay-os/list-unavailable': 3,
  'perfect-money/confirm-applied-dropped': 2,
  'perfect-money/confirm-applied-500': 2,
  'perfect-money/confirm-applied-late': 2,
  'perfect-money/confirm-applied-captcha': 2,
  'perfect-money/history-unavailable': 3,
  'perfect-money/history-delayed': 3,
  'perfect-money/payment-delayed': 3,
  'tron/broadcast-dropped': 2,
  'tron/server-busy': 2,
  'tron/rate-limited': 3,
  'tron/unreachable': 3,
};

/** What customers themselves do wrong here, so that the sandbox need not do it for them. */
const OF_CUSTOMERS: ReadonlySet<string> = new Set(['payment-memo-lost', 'payment-memo-mangled', 'payment-memo-garbled', 'payment-wrong-sender']);
/** What only money coming in by a rail can meet. */
const OF_PAYMENTS: ReadonlySet<string> = new Set(['perfect-money/payment-delayed', 'tron/payment-vanishes', 'tron/block-hidden']);
/** What only money going out by a rail can meet. */
const OF_PAYOUTS_ON_TRON = ['lose-next-tx', 'broadcast-dropped', 'include-late', 'expire', 'out-of-energy', 'clear-id-cache', 'server-busy'];
const OF_PAYOUTS: ReadonlySet<string> = new Set(OF_PAYOUTS_ON_TRON.map((kind) => `tron/${kind}`));

/** Every fault that these trades can meet: one that the sandbox learns is tortured with from then on. */
export function faultsFor(trades: readonly Trade[]): PlannedFault[] {
  const paysOut = new Set<string>(trades.map(({ to }) => CURRENCIES[to].network));
  const paysIn = new Set<string>(trades.map(({ from }) => CURRENCIES[from].network));
  const isMet = (fault: PlannedFault) => {
    if (fault.rail === 'pay-os') return paysOut.has('bank');
    if (OF_CUSTOMERS.has(fault.kind)) return false;
    if (OF_PAYMENTS.has(faultName(fault))) return paysIn.has(fault.rail);
    return paysOut.has(fault.rail) || (paysIn.has(fault.rail) && !OF_PAYOUTS.has(faultName(fault)));
  };
  return (Object.keys(FAULTS) as FaultRail[])
    .flatMap((rail) => Object.keys(FAULTS[rail]).map((kind) => ({ rail, kind, countMax: COUNTS_MAX[`${rail}/${kind}`] ?? 1 })))
    .filter(isMet);
}
