import type { BankFault, FaultRail, PerfectMoneyFault } from '@quydoi/sandbox/faults';

/** A fault that is switched on among customers, and how often it may happen in one go. */
export interface PlannedFault {
  readonly rail: FaultRail;
  readonly kind: string;
  readonly countMax: number;
}

/** How often each fault may happen in one go; left out are those that purchases of dollars cannot meet or live through. */
const BANK = {
  'webhook-lost': 3,
  'webhook-duplicate': 3,
  'webhook-delayed': 2,
  'webhook-bad-signature': 3,
  'list-unavailable': 2,
  'lookup-unavailable': 1,
  'lookup-slow': 1,
} as const satisfies Partial<Record<BankFault, number>>;

const PERFECT_MONEY = {
  'confirm-dropped': 1,
  'confirm-applied-dropped': 2,
  'confirm-applied-500': 2,
  'confirm-applied-late': 2,
  'confirm-captcha': 1,
  'confirm-applied-captcha': 2,
  'history-unavailable': 3,
  'history-delayed': 3,
  'lookup-unavailable': 1,
  // Tried again after half a minute: once is enough to see.
  'not-enough-money': 1,
} as const satisfies Partial<Record<PerfectMoneyFault, number>>;

/** Every fault of the rails in use that customers can live through. */
export const PLANNED_FAULTS: readonly PlannedFault[] = [
  ...Object.entries(BANK).map(([kind, countMax]) => ({ rail: 'bank' as const, kind, countMax })),
  ...Object.entries(PERFECT_MONEY).map(([kind, countMax]) => ({ rail: 'perfect-money' as const, kind, countMax })),
];

/** A fault's name in a tally. */
export function faultName({ rail, kind }: { readonly rail: string; readonly kind: string }): string {
  return `${rail}/${kind}`;
}
