import { describe, expect, test } from 'vitest';
import { accountOf } from '../customers/accounts.ts';
import { faultsFor } from './faults.ts';
import { paymentBehaviorsFor } from './payment-behavior.ts';
import { checkpointsOf, fingerprintOf, makePlan, VICTIMS } from './plan.ts';
import type { Trade } from './trades.ts';

const TRADES: readonly Trade[] = [
  { kind: 'buy', from: 'vnd', to: 'pm' },
  { kind: 'sell', from: 'trc20', to: 'vnd' },
  { kind: 'ex', from: 'pm', to: 'trc20' },
];
const TEN_MINUTES_MS = 600_000;
const planOf = (seed: string, durationMs = TEN_MINUTES_MS, trades = TRADES) => makePlan({ seed, durationMs, trades, faults: faultsFor(trades) });

describe('a plan', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(planOf('a')).toEqual(planOf('a'));
    expect(fingerprintOf(planOf('a'))).toBe(fingerprintOf(planOf('a')));
    expect(fingerprintOf(planOf('b'))).not.toBe(fingerprintOf(planOf('a')));
  });

  test('of ten minutes has every kind of order, every behavior of its currencies, and every fault', () => {
    const { orders, faults } = planOf('a');
    expect(orders.length).toBeGreaterThanOrEqual(500);
    for (const { kind, from } of TRADES) {
      const paidIn = orders.filter((planned) => planned.kind === kind && planned.from === from);
      expect(new Set(paidIn.map(({ behavior }) => behavior))).toEqual(new Set(paymentBehaviorsFor(from)));
    }
    const planned = new Set(faults.map(({ rail, kind }) => `${rail}/${kind}`));
    for (const { rail, kind } of faultsFor(TRADES)) expect(planned).toContain(`${rail}/${kind}`);
  });

  test('of ten minutes kills everything, at every checkpoint', () => {
    const { kills } = planOf('a');
    for (const victim of VICTIMS) {
      expect(kills[victim].length).toBeGreaterThan(20);
      expect(new Set(kills[victim].flatMap(({ points }) => points))).toEqual(new Set(checkpointsOf(victim)));
    }
  });

  test('leaves out faults of rails that nobody can use', () => {
    const [buy] = TRADES;
    const rails = new Set(faultsFor(buy ? [buy] : []).map(({ rail }) => rail));
    expect(rails).toEqual(new Set(['bank', 'perfect-money']));
  });
});

test('no two orders share an account', () => {
  for (const code of ['vnd', 'pm', 'trc20'] as const) {
    const accounts = Array.from({ length: 3_000 }, (_, visit) => [accountOf(code, 'destination', visit), accountOf(code, 'refund', visit)]).flat();
    expect(new Set(accounts).size).toBe(accounts.length);
    if (code === 'pm') for (const account of accounts) expect(account).toMatch(/^U\d{7}$/);
    if (code === 'vnd') for (const account of accounts) expect(account).toMatch(/^\d{13}$/);
  }
});
