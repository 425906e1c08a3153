import { CURRENCIES } from '@quydoi/domain/currencies';
import type { BankFault, FaultRail, PayOsFault, PerfectMoneyFault, TronFault } from '@quydoi/sandbox/faults';
import type { PlannedFault } from '../faults.ts';
import type { Route } from './routes.ts';

/** How often each fault may happen in one go. Those that cost an order half a minute, or a rail its operator, come one at a time. */
const COUNTS_MAX: {
  readonly bank: Readonly<Record<BankFault, number>>;
  readonly 'pay-os': Readonly<Record<PayOsFault, number>>;
  readonly 'perfect-money': Readonly<Record<PerfectMoneyFault, number>>;
  readonly tron: Readonly<Record<TronFault, number>>;
} = {
  bank: {
    'webhook-lost': 3,
    'webhook-duplicate': 3,
    'webhook-delayed': 2,
    'webhook-bad-signature': 3,
    'list-unavailable': 2,
    'lookup-unavailable': 1,
    'lookup-slow': 1,
  },
  'pay-os': {
    'payout-dropped': 2,
    'payout-applied-dropped': 2,
    'payout-applied-500': 2,
    'payout-slow': 1,
    'payout-otp': 1,
    'payout-failed': 1,
    'payout-reversed': 1,
    'bad-signature': 2,
    'credentials-refused': 1,
    'list-unavailable': 3,
  },
  'perfect-money': {
    'confirm-dropped': 1,
    'confirm-applied-dropped': 2,
    'confirm-applied-500': 2,
    'confirm-applied-late': 2,
    'confirm-captcha': 1,
    'confirm-applied-captcha': 2,
    'history-unavailable': 3,
    'history-delayed': 3,
    'credentials-refused': 1,
    'not-enough-money': 1,
    'payment-delayed': 3,
    'payment-memo-lost': 1,
    'lookup-unavailable': 1,
  },
  tron: {
    'lose-next-tx': 1,
    'broadcast-dropped': 2,
    'include-late': 1,
    expire: 1,
    'out-of-energy': 1,
    'clear-id-cache': 1,
    'server-busy': 2,
    'delay-solidity': 1,
    'block-hidden': 1,
    'rate-limited': 3,
    unreachable: 3,
  },
};

/** Faults that only money coming in by this rail can meet. */
const OF_PAYMENTS: ReadonlySet<string> = new Set(['payment-delayed', 'payment-memo-lost']);

/** Every fault that these routes can meet. */
export function faultsOf(routes: readonly Route[]): PlannedFault[] {
  const paysOut = new Set(routes.map(({ to }) => CURRENCIES[to].rail));
  const paysIn = new Set(routes.map(({ from }) => CURRENCIES[from].rail));
  const met: Readonly<Record<FaultRail, boolean>> = {
    bank: paysIn.has('bank'),
    'pay-os': paysOut.has('bank'),
    'perfect-money': paysOut.has('perfect-money') || paysIn.has('perfect-money'),
    tron: paysOut.has('tron') || paysIn.has('tron'),
  };
  return (Object.keys(COUNTS_MAX) as FaultRail[])
    .filter((rail) => met[rail])
    .flatMap((rail) => Object.entries(COUNTS_MAX[rail]).map(([kind, countMax]) => ({ rail, kind, countMax }) as PlannedFault))
    .filter(({ kind }) => !OF_PAYMENTS.has(kind) || paysIn.has('perfect-money'));
}
