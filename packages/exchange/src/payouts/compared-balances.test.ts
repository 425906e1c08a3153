import type { NetworkCode } from '@quydoi/domain/networks';
import { createTestClock, TEST_START } from '@quydoi/exchange/testing/clock';
import type { Rail } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail-error';
import { describe, expect, test } from 'vitest';
import { createCircuitBreakers } from '../circuit-breaker.ts';
import { balanceSources } from './compared-balances.ts';
import type { SignerCtx } from './signer.ts';

/** What the wallet that pays out has, by unit. */
const WALLET = new Map([
  ['pm', 7_00n],
  ['trx', 5n],
  ['usdt-tron', 9n],
  ['eth', 3n],
]);
const payouts = { balances: async () => WALLET };
const sweeps = { terms: new Map() };
const collected = async () => new Map();

function sourcesOf(network: NetworkCode, capabilities: object) {
  const clock = createTestClock(TEST_START);
  const rail = { code: network, ...capabilities } as Rail;
  return balanceSources({ clock, breakers: createCircuitBreakers(clock), rails: new Map([[network, rail]]) } as unknown as SignerCtx, network);
}

test.each<[NetworkCode, object, [string, boolean, boolean][]]>([
  ['perfect-money', { payouts }, [['pm', true, true]]],
  ['bitcoin', { payouts, sweeps }, [['btc', true, true]]],
  [
    'tron',
    { payouts, sweeps },
    [
      ['trx', true, false],
      ['usdt-tron-deposits', true, true],
      ['usdt-tron', true, false],
    ],
  ],
  [
    'ethereum',
    { payouts, sweeps },
    [
      ['usdt-eth-deposits', true, true],
      ['eth-deposits', true, true],
      ['usdt-eth', true, false],
      ['eth', true, false],
    ],
  ],
  [
    'bank',
    { payouts, collected },
    [
      ['vnd-collection', false, true],
      ['vnd', true, false],
    ],
  ],
  ['bank', { payouts }, [['vnd', true, false]]],
  ['bank', { collected }, [['vnd-collection', false, true]]],
  [
    'tron',
    { payouts },
    [
      ['trx', true, false],
      ['usdt-tron', true, false],
    ],
  ],
  ['tron', { sweeps }, [['usdt-tron-deposits', true, true]]],
  ['tron', {}, []],
])('of %s with %o: whether the payout provider tells it, and whether payments come in to it', (network, capabilities, expected) => {
  expect(sourcesOf(network, capabilities).map(({ code, isByPayouts, receives }) => [code, isByPayouts, receives])).toEqual(expected);
});

test('a process without a network’s rail compares none of its balances', () => {
  expect(balanceSources({ rails: new Map() } as unknown as SignerCtx, 'tron')).toEqual([]);
});

test('a wallet tells each of its balances by its unit, and none that it does not know', async () => {
  const told = async (network: NetworkCode) => Promise.all(sourcesOf(network, { payouts }).map(({ readTold }) => readTold(null)));
  expect(await told('perfect-money')).toEqual([7_00n]);
  expect(await told('tron')).toEqual([5n, 9n]);
  expect(await told('ethereum')).toEqual([undefined, 3n]);
});

test('no difference is ignored where no coin for fees lies in the wallet', async () => {
  const [pm] = sourcesOf('perfect-money', { payouts });
  expect(await pm?.readTolerance()).toBe(0n);
});

describe('wallets at several providers', () => {
  const log: string[] = [];
  const vndOf = (...tells: (() => Promise<ReadonlyMap<string, bigint>>)[]) => {
    const [first, ...others] = tells.map((balances, n) => ({ kind: 'keyed', name: `provider-${n}`, balances }));
    const clock = createTestClock(TEST_START);
    const rail = { code: 'bank', payouts: first, otherPayouts: others } as unknown as Rail;
    const warn = ({ provider }: { provider?: string }, text: string) => void log.push(`${provider}: ${text}`);
    const ctx = { clock, breakers: createCircuitBreakers(clock), rails: new Map([['bank', rail]]), logger: { warn } };
    const [vnd] = balanceSources(ctx as unknown as SignerCtx, 'bank');
    if (!vnd) throw new Error('no reserve');
    log.length = 0;
    return vnd.readTold(null);
  };
  const has = (amount: bigint) => async () => new Map([['vnd', amount]]);
  const away = () => Promise.reject(new RailError('bank', 'unreachable', 'not-done', 'no answer'));

  test('tell their sum', async () => {
    expect(await vndOf(has(5n))).toBe(5n);
    expect(await vndOf(has(5n), has(3n), has(0n))).toBe(8n);
  });

  test('tell none while one of them does not tell its own', async () => {
    expect(await vndOf(has(5n), async () => new Map())).toBeUndefined();
    expect(await vndOf(async () => new Map(), has(3n))).toBeUndefined();
  });

  test('tell none while one of them is away, which is told', async () => {
    expect(await vndOf(has(5n), away)).toBeUndefined();
    expect(log).toEqual(['bank provider-1: balance of a payout provider not read']);
  });

  test('the only one that is away, and a mistake of ours, fail the reading', async () => {
    await expect(vndOf(away)).rejects.toThrow(RailError);
    await expect(vndOf(has(5n), () => Promise.reject(new TypeError('a mistake')))).rejects.toThrow('a mistake');
  });
});
