import { describe, expect, test } from 'vitest';
import { START } from '../../testing/order.ts';
import { CURRENCY_CODES } from '../currencies.ts';
import { feeShares, isFeeCoin, type Sweep, sweepPostings } from './sweep.ts';

function sweepOf(set: Partial<Sweep> = {}): Sweep {
  return {
    id: 'sweep-1',
    version: 1,
    network: 'tron',
    addressIndex: 7,
    kind: 'sweep',
    currency: 'trc20',
    amount: 119_999_999n,
    key: 'tx1',
    isBatched: false,
    raw: '',
    validUntil: null,
    slots: [],
    state: 'done',
    fee: null,
    createdAt: START,
    nextCheckAt: START,
    settledAt: null,
    ...set,
  };
}

function entriesOf(sweep: Sweep, fee: bigint) {
  let n = 0;
  const postings = sweepPostings(sweep, fee, () => `id-${++n}`);
  expect(postings.map(({ id, kind, orderId }) => [id, kind, orderId])).toEqual(postings.map((_, index) => [`id-${index + 1}`, 'sweep', null]));
  return postings.map(({ entries }) => entries.map(({ account, amount }) => [account, amount]));
}

const MOVED = [
  ['rail:usdt-tron', 119_999_999n],
  ['rail:usdt-tron-deposits', -119_999_999n],
];
const GAS = [
  ['gas:trx', -6_400_000n],
  ['network-fee:trx', 6_400_000n],
];

describe('a finished sweep', () => {
  test('makes the deposits available and costs the network fee', () => {
    expect(entriesOf(sweepOf(), 6_400_000n)).toEqual([MOVED, GAS]);
  });

  test('that was free books no fee', () => {
    expect(entriesOf(sweepOf(), 0n)).toEqual([MOVED]);
  });

  test('that failed moved nothing, and costs its fee all the same', () => {
    expect(entriesOf(sweepOf({ state: 'failed' }), 6_400_000n)).toEqual([GAS]);
    expect(entriesOf(sweepOf({ state: 'failed' }), 0n)).toEqual([]);
  });

  test('that is not finished moved nothing', () => {
    for (const state of ['prepared', 'sent'] as const) expect(entriesOf(sweepOf({ state }), 0n)).toEqual([]);
  });

  test('on a chain that takes fees out of the reserve books no fee coin', () => {
    expect(entriesOf(sweepOf({ network: 'bitcoin', currency: 'btc', state: 'failed' }), 5n)).toEqual([]);
  });
});

describe('a finished sweep of the coin that pays fees', () => {
  const ether = { network: 'ethereum', currency: 'eth', amount: 40_000_000n } as const;

  test('pays its fee out of the deposit', () => {
    expect(entriesOf(sweepOf(ether), 4_200n)).toEqual([
      [
        ['rail:eth', 39_995_800n],
        ['rail:eth-deposits', -40_000_000n],
        ['network-fee:eth', 4_200n],
      ],
    ]);
  });

  test('that failed moved nothing but its fee', () => {
    const failed = sweepOf({ ...ether, state: 'failed' });
    expect(entriesOf(failed, 4_200n)).toEqual([
      [
        ['rail:eth-deposits', -4_200n],
        ['network-fee:eth', 4_200n],
      ],
    ]);
    expect(entriesOf(failed, 0n)).toEqual([]);
  });

  test('is not that of its token, nor the funding of one', () => {
    const gas = [
      ['gas:eth', -4_200n],
      ['network-fee:eth', 4_200n],
    ];
    const token = sweepOf({ network: 'ethereum', currency: 'erc20', state: 'failed' });
    expect(entriesOf(token, 4_200n)).toEqual([gas]);
    expect(entriesOf({ ...token, kind: 'fund', state: 'done' }, 4_200n)).toEqual([gas]);
  });
});

test('a boost costs its fee, which the deposit is short of', () => {
  const boost = sweepOf({ network: 'bitcoin', currency: 'btc', kind: 'boost', amount: 300_000n });
  expect(entriesOf(boost, 7_360n)).toEqual([
    [
      ['rail:btc', -7_360n],
      ['network-fee:btc', 7_360n],
    ],
  ]);
  expect(entriesOf({ ...boost, state: 'failed' }, 0n)).toEqual([]);
});

test('funding an address costs the network fee only', () => {
  expect(entriesOf(sweepOf({ kind: 'fund', amount: 15_000_000n }), 6_400_000n)).toEqual([GAS]);
});

test.each([
  [10n, 3, [4n, 3n, 3n]],
  [8n, 8, Array<bigint>(8).fill(1n)],
  [2n, 3, [1n, 1n, 0n]],
  [0n, 2, [0n, 0n]],
])('a fee of %s has %i shares, and they are the fee', (fee, count, shares) => {
  expect(feeShares(fee, count)).toEqual(shares);
});

test('only ETH is both traded and the coin of its network’s fees', () => {
  expect(CURRENCY_CODES.filter(isFeeCoin)).toEqual(['eth']);
});
