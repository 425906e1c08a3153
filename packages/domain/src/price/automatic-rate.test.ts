import { describe, expect, test } from 'vitest';
import type { TradedCode } from '../currencies.ts';
import type { RateSettings } from '../settings.ts';
import { differsByFollowing } from './automatic-fee.ts';
import { followedRate, referencesOf } from './automatic-rate.ts';
import { parseRate } from './rate.ts';
import { atBounds, changedRate, isProfitMovedMore, isReadableRate } from './rate-settings.ts';

const AUTOMATIC = { profit: '1', floor: '25000', cap: '27000' };
const RATE: RateSettings = { value: '26000', fee: '0.8', percentFee: '0', maxFee: null, minQuantity: null, automaticRate: AUTOMATIC };
const rate = (text: string) => parseRate(text) ?? 0n;
const follow = (kind: 'buy' | 'sell', code: TradedCode, usd: string, own: string | null, set: Partial<RateSettings> = {}) => {
  const { reference } = { reference: referencesOf(code)[0] ?? 'usd' };
  return followedRate(kind, code, { ...RATE, ...set }, { ...(own === null ? {} : { [reference]: rate(own) }), usd: rate(usd) });
};

describe('an automatic rate', () => {
  test.each<['buy' | 'sell', TradedCode, string, string | null, string]>([
    ['buy', 'pm', '25500', null, '25755'],
    ['sell', 'pm', '25500', null, '25245'],
    // 25 500 × 1.0004 × 1.01 = 25 765.302
    ['buy', 'trc20', '25500', '1.0004', '25766'],
    ['sell', 'trc20', '25500', '1.0004', '25255'],
    ['buy', 'trc20', '26700', '1', '26967'],
    ['sell', 'trc20', '27900', '1', '27000'],
    ['buy', 'trc20', '24000', '1', '25000'],
    // At the bound that we would lose by: 26 732 × 1.01 = 26 999.32, and 25 253 × 0.99 = 25 000.47.
    ['buy', 'pm', '26732', null, '27000'],
    ['sell', 'pm', '25253', null, '25000'],
  ])('%s of %s at %s and %s is %s', (kind, code, usd, own, value) => {
    expect(follow(kind, code, usd, own)).toEqual({ value });
  });

  test('is made of the coin’s price and dong for a dollar, of which dollars need the latter alone', () => {
    expect([referencesOf('pm'), referencesOf('trc20'), referencesOf('btc')]).toEqual([['usd'], ['usdt', 'usd'], ['btc', 'usd']]);
  });

  test('of a bitcoin has five digits too', () => {
    const automaticRate = { profit: '1', floor: '1000000000', cap: '4000000000' };
    expect(follow('buy', 'btc', '26100', '89012.34', { value: '2000000000', automaticRate })).toEqual({ value: '2346500000' });
    expect(follow('sell', 'btc', '26100', '89012.34', { value: '2000000000', automaticRate })).toEqual({ value: '2299900000' });
  });

  test('stays while it is within a thousandth', () => {
    expect(follow('buy', 'pm', '25500', null, { value: '25740' })).toEqual({ value: '25740' });
    expect(follow('buy', 'pm', '25500', null, { value: '25729' })).toEqual({ value: '25755' });
    expect(follow('buy', 'pm', '24777.2', null, { value: '25000' })).toEqual({ value: '25025' });
  });

  test('has no value past the bound that we would lose by, nor without a reference', () => {
    expect(follow('buy', 'pm', '26800', null)).toEqual({ beyond: 'pm costs 27068, above the cap of 27000' });
    expect(follow('sell', 'pm', '25200', null)).toEqual({ beyond: 'pm is worth 24948, below the floor of 25000' });
    expect(follow('buy', 'trc20', '25500', null)).toEqual({ beyond: 'no reference price of trc20' });
  });

  test('is none where operators set the value', () => {
    const { automaticRate: _, ...fixed } = RATE;
    expect(followedRate('buy', 'pm', fixed, { usd: rate('25500') })).toBeNull();
  });
});

describe('settings', () => {
  test.each<[string, 'buy' | 'sell' | 'pair', Partial<RateSettings>, boolean]>([
    ['within the bounds', 'buy', {}, true],
    ['at the floor', 'buy', { value: '25000' }, true],
    ['at the cap', 'buy', { value: '27000' }, true],
    ['of a sell', 'sell', {}, true],
    ['of a pair', 'pair', {}, false],
    ['below the floor', 'buy', { value: '24999.999999' }, false],
    ['above the cap', 'buy', { value: '27000.1' }, false],
    ['with crossed bounds', 'buy', { automaticRate: { ...AUTOMATIC, floor: '26500', cap: '25500' } }, false],
    ['with a floor of nothing', 'buy', { automaticRate: { ...AUTOMATIC, floor: '0' } }, false],
    ['with all of the price as profit', 'sell', { automaticRate: { ...AUTOMATIC, profit: '100' } }, false],
  ])('%s', (_, kind, set, readable) => {
    expect(isReadableRate(kind, kind === 'pair' ? 'pm:trc20' : 'trc20', { ...RATE, ...set })).toBe(readable);
  });

  test('end with a call that names a price alone', () => {
    expect(changedRate(RATE, { value: '26100' })).not.toHaveProperty('automaticRate');
    expect(changedRate(RATE, { value: '26100', automaticRate: AUTOMATIC })).toEqual({ ...RATE, value: '26100' });
  });

  test('move as far as their bounds and their profit', () => {
    expect(atBounds(RATE).map(({ value }) => value)).toEqual(['25000', '27000', '25000', '27000']);
    const moved = (profit: string) => isProfitMovedMore(RATE, { ...RATE, automaticRate: { ...AUTOMATIC, profit } }, { worth: '0', rateChange: '5' });
    expect(['1', '6', '6.1'].map(moved)).toEqual([false, false, true]);
    const far = { ...RATE, automaticRate: { ...AUTOMATIC, profit: '9' } };
    expect(isProfitMovedMore(far, RATE, { worth: '0', rateChange: '5' })).toBe(true);
    // A rate that operators set themselves has no profit to move.
    const { automaticRate: _, ...fixed } = RATE;
    for (const [before, after] of [
      [fixed, far],
      [far, fixed],
      [fixed, fixed],
    ] as const) {
      expect(isProfitMovedMore(before, after, { worth: '0', rateChange: '5' })).toBe(false);
    }
  });

  test('allow another value, and nothing else', () => {
    expect(differsByFollowing({ ...RATE, value: '26500' }, RATE)).toBe(true);
    expect(differsByFollowing({ ...RATE, fee: '0' }, RATE)).toBe(false);
    expect(differsByFollowing({ ...RATE, automaticRate: { ...AUTOMATIC, profit: '0' } }, RATE)).toBe(false);
    const { automaticRate: _, ...fixed } = RATE;
    expect(differsByFollowing({ ...fixed, value: '26500' }, fixed)).toBe(false);
    expect(differsByFollowing(RATE, fixed)).toBe(false);
  });
});
