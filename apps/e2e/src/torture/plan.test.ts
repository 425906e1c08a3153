import { describe, expect, test } from 'vitest';
import { accountOf } from './accounts.ts';
import { faultsOf } from './faults.ts';
import { mismatchesOf } from './mismatches.ts';
import { checkpointsOf, fingerprintOf, makePlan, VICTIMS } from './plan.ts';
import type { Route } from './routes.ts';

const ROUTES: readonly Route[] = [
  { kind: 'buy', from: 'vnd', to: 'pm' },
  { kind: 'sell', from: 'trc20', to: 'vnd' },
  { kind: 'ex', from: 'pm', to: 'trc20' },
];
const TEN_MINUTES_MS = 600_000;
const planOf = (seed: string, durationMs = TEN_MINUTES_MS, routes = ROUTES) => makePlan({ seed, durationMs, routes, faults: faultsOf(routes) });

describe('a plan', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(planOf('a')).toEqual(planOf('a'));
    expect(fingerprintOf(planOf('a'))).toBe(fingerprintOf(planOf('a')));
    expect(fingerprintOf(planOf('b'))).not.toBe(fingerprintOf(planOf('a')));
  });

  test('of ten minutes has every kind of order, every mismatch of its currencies, and every fault', () => {
    const { visits, faults } = planOf('a');
    expect(visits.length).toBeGreaterThanOrEqual(500);
    for (const { kind, from } of ROUTES) {
      const paidIn = visits.filter((visit) => visit.kind === kind && visit.from === from);
      expect(new Set(paidIn.map(({ mismatch }) => mismatch))).toEqual(new Set(mismatchesOf(from)));
    }
    const strokes = new Set(faults.map(({ rail, kind }) => `${rail}/${kind}`));
    for (const { rail, kind } of faultsOf(ROUTES)) expect(strokes).toContain(`${rail}/${kind}`);
  });

  test('of ten minutes kills everything, at every checkpoint', () => {
    const { kills } = planOf('a');
    for (const victim of VICTIMS) {
      expect(kills[victim].length).toBeGreaterThan(20);
      expect(new Set(kills[victim].flatMap(({ points }) => points))).toEqual(new Set(checkpointsOf(victim)));
    }
  });

  test('leaves out faults of rails that nobody can use', () => {
    const [buy] = ROUTES;
    const rails = new Set(faultsOf(buy ? [buy] : []).map(({ rail }) => rail));
    expect(rails).toEqual(new Set(['bank', 'perfect-money']));
  });
});

test('no two visits share an account', () => {
  for (const code of ['vnd', 'pm', 'trc20'] as const) {
    const accounts = Array.from({ length: 3_000 }, (_, visit) => [accountOf(code, 'destination', visit), accountOf(code, 'refund', visit)]).flat();
    expect(new Set(accounts).size).toBe(accounts.length);
    if (code === 'pm') for (const account of accounts) expect(account).toMatch(/^U\d{7}$/);
    if (code === 'vnd') for (const account of accounts) expect(account).toMatch(/^\d{13}$/);
  }
});
