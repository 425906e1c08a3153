import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES, type TradedCode } from '../currencies.ts';
import { parseDecimal } from '../money.ts';
import type { RateSettings, Settings } from '../settings.ts';
import { costIn, differsByFollowing, followedFee, hasNetworkCost, needsCoinPrice } from './automatic-fee.ts';

const RATE: RateSettings = { value: '2350000000', fee: '0.00005', percentFee: '0', maxFee: null, minQuantity: null };
const BTC: RateSettings = { ...RATE, automaticFee: { floor: '0.00001', cap: '0.0003', coinPrice: null } };

const units = (text: string, code: TradedCode = 'btc') => parseDecimal(text, CURRENCIES[code].scale) ?? 0n;

describe('an automatic fee', () => {
  test.each<[string, string, string]>([
    ['rises, rounded up to two digits', '0.00005601', '0.000057'],
    ['falls, rounded up to two digits', '0.00003101', '0.000032'],
    ['is no lower than its floor', '0.00000001', '0.00001'],
    ['is no lower than its floor when a node tells of no cost', '0', '0.00001'],
    ['is no higher than its cap, whatever a node tells', '21000000', '0.0003'],
  ])('%s', (_, cost, fee) => {
    expect(followedFee(BTC, 'btc', units(cost))).toBe(fee);
  });

  test('holds between four fifths of itself and a tenth more', () => {
    expect(['0.000039', '0.000040', '0.000055', '0.000056'].map((cost) => followedFee(BTC, 'btc', units(cost)))).toEqual([
      '0.000039',
      '0.00005',
      '0.00005',
      '0.000056',
    ]);
  });

  test('is at its cap when the cost has been unknown for long, also if that is near', () => {
    expect(followedFee(BTC, 'btc', null)).toBe('0.0003');
    expect(followedFee({ ...BTC, fee: '0.00029' }, 'btc', null)).toBe('0.0003');
  });

  test('is none that operators set', () => {
    expect(followedFee(RATE, 'btc', units('0.0002'))).toBeNull();
  });

  test('is within its bounds and near the cost at any cost, and the same when asked again', () => {
    const amount = fc.bigInt(0n, 10n ** 9n);
    fc.assert(
      fc.property(amount, amount, amount, amount, (a, b, c, cost) => {
        const [floor = 0n, now = 0n, cap = 0n] = [a, b, c].toSorted((x, y) => (x < y ? -1 : 1));
        const text = (amountOf: bigint) => `${amountOf / 100_000_000n}.${(amountOf % 100_000_000n).toString().padStart(8, '0')}`;
        const rate = { ...RATE, fee: text(now), automaticFee: { floor: text(floor), cap: text(cap), coinPrice: null } };
        const fee = followedFee(rate, 'btc', cost) ?? '';
        const told = units(fee);
        expect(told >= floor && told <= cap).toBe(true);
        expect(told * 11n >= (cost < cap ? cost : cap) * 10n).toBe(true);
        expect(followedFee({ ...rate, fee }, 'btc', cost)).toBe(fee);
      }),
    );
  });
});

describe('the cost of a payout', () => {
  const buys = new Map([
    ['eth', { value: { ...RATE, value: '92000000' }, version: 1 }],
    ['erc20', { value: { ...RATE, value: '26350' }, version: 2 }],
  ]) as unknown as Settings['buy'];

  test('in the coin that pays for it is that amount', () => {
    expect(costIn('btc', 2_820n, null, buys)).toBe(2_820n);
    expect(costIn('eth', 4_200n, null, buys)).toBe(4_200n);
  });

  test('in a token is its worth at the price that operators set', () => {
    // 13.3 TRX at 0.3 USDT
    expect(costIn('trc20', 13_300_000n, '0.3', buys)).toBe(3_990_000n);
    expect(costIn('trc20', 1n, '0.3', buys)).toBe(1n);
  });

  test('in a token whose network has a traded coin is its worth by both rates', () => {
    // 0.0014 ETH at 92 000 000 ÷ 26 350, rounded up
    expect(costIn('erc20', 140_000n, null, buys)).toBe(4_888_046n);
    expect(costIn('erc20', 140_000n, '3000', buys)).toBe(4_200_000n);
  });

  test('without a price is unknown', () => {
    expect(costIn('trc20', 13_300_000n, null, buys)).toBeNull();
    expect(costIn('erc20', 140_000n, null, new Map())).toBeNull();
    for (const code of ['eth', 'erc20'] as const) {
      const alone = new Map([...buys].filter(([one]) => one === code));
      expect(costIn('erc20', 140_000n, null, alone), `by the rate of ${code} alone`).toBeNull();
    }
  });
});

test('chains have costs, and operators tell the prices of coins that nobody trades', () => {
  const codes: TradedCode[] = ['pm', 'wmz', 'trc20', 'bep20', 'erc20', 'eth', 'btc'];
  expect(codes.filter(hasNetworkCost)).toEqual(['trc20', 'bep20', 'erc20', 'eth', 'btc']);
  expect(codes.filter(hasNetworkCost).filter(needsCoinPrice)).toEqual(['trc20', 'bep20']);
});

test('a rate differs from the operators’ one by the fee that they let follow, and by nothing else', () => {
  expect(differsByFollowing({ ...BTC, fee: '0.00002' }, BTC)).toBe(true);
  expect(differsByFollowing(BTC, BTC)).toBe(true);
  expect(differsByFollowing({ ...BTC, fee: '0.00002', value: '2350000001' }, BTC)).toBe(false);
  expect(differsByFollowing({ ...RATE, fee: '0.00002' }, RATE)).toBe(false);
  expect(differsByFollowing({ ...BTC, fee: '0.00002' }, RATE)).toBe(false);
});
