import { describe, expect, test } from 'vitest';
import { accountOf } from '../customers/accounts.ts';
import { faultsFor } from './faults.ts';
import { checkpointsOf, makePlan } from './make-plan.ts';
import { paymentBehaviorsFor } from './payment-behavior.ts';
import { fingerprintOf, VICTIMS } from './plan.ts';
import { quantityRange, quantityText, splitSaleRange } from './quantities.ts';
import type { Trade } from './trades.ts';

const TRADES: readonly Trade[] = [
  { kind: 'buy', from: 'vnd', to: 'pm' },
  { kind: 'sell', from: 'trc20', to: 'vnd' },
  { kind: 'ex', from: 'pm', to: 'trc20' },
];
/** Trades of currencies on chains whose nodes are real. */
const CHAIN_TRADES: readonly Trade[] = [
  { kind: 'sell', from: 'erc20', to: 'vnd' },
  { kind: 'sell', from: 'eth', to: 'vnd' },
  { kind: 'ex', from: 'bep20', to: 'btc' },
  { kind: 'ex', from: 'btc', to: 'pm' },
];
const TEN_MINUTES_MS = 600_000;
const planOf = (seed: string, durationMs = TEN_MINUTES_MS, trades = TRADES) => makePlan({ seed, durationMs, trades, faults: faultsFor(trades) });

describe('a plan', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(planOf('a')).toEqual(planOf('a'));
    expect(fingerprintOf(planOf('a'))).toBe(fingerprintOf(planOf('a')));
    expect(fingerprintOf(planOf('b'))).not.toBe(fingerprintOf(planOf('a')));
  });

  test.each([
    ['bank, wallet and TRON', TRADES],
    ['chains with real nodes', CHAIN_TRADES],
  ])('of ten minutes on %s has every kind of order, every behavior of its currencies, and every fault', (_, trades) => {
    const { orders, faults, operator } = planOf('a', TEN_MINUTES_MS, trades);
    expect(new Set(operator.map(({ what }) => what))).toEqual(new Set(['new-price', 'inbox', 'new-account']));
    expect(orders.length).toBeGreaterThanOrEqual(400);
    for (const { kind, from } of trades) {
      const paidIn = orders.filter((planned) => planned.kind === kind && planned.from === from);
      expect(new Set(paidIn.map(({ behavior }) => behavior))).toEqual(new Set(paymentBehaviorsFor(from)));
    }
    const planned = new Set(faults.map(({ rail, kind }) => `${rail}/${kind}`));
    for (const { rail, kind } of faultsFor(trades)) expect(planned).toContain(`${rail}/${kind}`);
  });

  test('on chains pays by internal calls, and with worthless tokens that call themselves the right one', () => {
    const ways = new Set(planOf('a', TEN_MINUTES_MS, CHAIN_TRADES).orders.map(({ from, behavior }) => `${from} ${behavior}`));
    for (const way of ['erc20 internal-call', 'eth internal-call', 'erc20 fake-token', 'bep20 fake-decimals', 'btc dropped-block'])
      expect(ways).toContain(way);
  });

  test('of ten minutes has members deposit, pay, sell and withdraw at once, each many times', () => {
    const { bursts } = planOf('a');
    const acts = bursts.flatMap((burst) => burst.acts.map(({ does }) => does.act));
    for (const act of ['deposit', 'pay', 'sell', 'withdraw']) expect(acts.filter((one) => one === act).length).toBeGreaterThanOrEqual(40);
    const withdrawals = bursts.map((burst) => burst.acts.filter(({ does }) => does.act === 'withdraw').length);
    expect(new Set(withdrawals)).toEqual(new Set([0, 2]));
  });

  test('of ten minutes kills everything, at every checkpoint', () => {
    const { kills } = planOf('a');
    for (const victim of VICTIMS) {
      expect(kills[victim].length).toBeGreaterThan(10);
      expect(new Set(kills[victim].flatMap(({ points }) => points))).toEqual(new Set(checkpointsOf(victim)));
    }
  });

  test('of ten minutes replaces blocks at every depth, those that were irreversible only by a branch with the same transactions', () => {
    const trades: readonly Trade[] = [...TRADES, { kind: 'buy', from: 'vnd', to: 'erc20' }, { kind: 'ex', from: 'bep20', to: 'btc' }];
    const { reorganisations } = planOf('a', TEN_MINUTES_MS, trades);
    const depths = (branch: string) =>
      new Set(reorganisations.filter((one) => one.branch === branch).map(({ network, depth }) => `${network} ${depth}`));
    const all = (from: number) => [`bitcoin ${from}`, `bsc ${from}`, `ethereum ${from}`];
    expect([...depths('empty')].toSorted()).toEqual([1, 2, 3, 4].flatMap((depth) => all(depth).slice(depth > 1 ? 1 : 0)).toSorted());
    expect(depths('full')).toEqual(new Set([1, 2, 3, 4, 5, 6].flatMap((depth) => all(depth).slice(depth > 3 ? 1 : 0))));
    expect(planOf('a').reorganisations).toEqual([]);
  });

  test('of a further round has other events and accounts, is calmer and forces from its start', () => {
    const first = planOf('a');
    const faults = faultsFor(TRADES);
    const again = makePlan({
      seed: 'a',
      durationMs: TEN_MINUTES_MS,
      trades: TRADES,
      faults,
      further: { round: 1, orderCount: first.orders.length, burstCount: first.bursts.length },
    });
    expect(new Set([...first.orders, ...again.orders].map(({ n }) => n)).size).toBe(first.orders.length + again.orders.length);
    expect(new Set([...first.bursts, ...again.bursts].map(({ n }) => n)).size).toBe(first.bursts.length + again.bursts.length);
    expect(again.faults.length).toBeLessThan(first.faults.length / 2);
    for (const victim of VICTIMS) expect(again.kills[victim].length).toBeLessThan(first.kills[victim].length / 2);
    expect([first.forcedFromMs > 0, again.forcedFromMs]).toEqual([true, 0]);
  });

  test('leaves out faults that close a network for minutes', () => {
    const kinds = faultsFor(TRADES).flatMap(({ rail, kind }) => (rail === 'tron' ? [kind] : []));
    expect(kinds).toContain('recipient-blacklisted');
    for (const kind of ['token-paused', 'token-deprecated', 'token-fee', 'wallet-blacklisted']) expect(kinds).not.toContain(kind);
  });

  test('leaves out faults of rails that nobody can use', () => {
    const [buy] = TRADES;
    const rails = new Set(faultsFor(buy ? [buy] : []).map(({ rail }) => rail));
    expect(rails).toEqual(new Set(['bank', 'casso', 'appota-pay', 'perfect-money']));
  });
});

test('quantities have steps of about a cent, whatever a unit is worth', () => {
  const [least, most] = quantityRange({ kind: 'buy', from: 'vnd', to: 'btc' });
  expect([quantityText(least, 'btc'), quantityText(most, 'btc')]).toEqual(['0.0005', '0.002']);
  expect(quantityText(least + 1, 'btc')).toBe('0.0005001');
  expect(quantityRange({ kind: 'sell', from: 'trc20', to: 'vnd' }).map((steps) => quantityText(steps, 'trc20'))).toEqual(['10', '40']);
  const split = splitSaleRange({ kind: 'sell', from: 'btc', to: 'vnd' })?.map((steps) => quantityText(steps, 'btc'));
  expect(split).toEqual(['0.2165585', '0.2252208']);
});

test('no two orders share an account', () => {
  for (const code of ['vnd', 'pm', 'trc20'] as const) {
    const accounts = Array.from({ length: 3_000 }, (_, visit) => [accountOf(code, 'destination', visit), accountOf(code, 'refund', visit)]).flat();
    expect(new Set(accounts).size).toBe(accounts.length);
    if (code === 'pm') for (const account of accounts) expect(account).toMatch(/^U\d{7}$/);
    if (code === 'vnd') for (const account of accounts) expect(account).toMatch(/^\d{13}$/);
  }
});
