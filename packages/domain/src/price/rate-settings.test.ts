import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../defaults.ts';
import type { RateSettings } from '../settings.ts';
import { isReadableRate } from './rate-settings.ts';

const RATE: RateSettings = { value: '25950', fee: '0.01', percentFee: '0.5', maxFee: null, minQuantity: null };

describe('a rate', () => {
  test('of the defaults can be read', () => {
    const rates = defaultSettings().filter(({ kind }) => ['buy', 'sell', 'pair'].includes(kind));
    expect(rates.length).toBeGreaterThan(20);
    expect(rates.filter(({ key, value }) => !isReadableRate(key, value as RateSettings))).toEqual([]);
  });

  test.each<[string, Partial<RateSettings>]>([
    ['pm', { fee: '0.001' }],
    ['pm', { maxFee: '1.001' }],
    ['pm', { minQuantity: '1.001' }],
    ['pm', { value: '0' }],
    ['pm', { value: '0.0000000000001' }],
    ['pm', { percentFee: '100' }],
    ['pm', { percentFee: '0.0000001' }],
    ['trc20:pm', { fee: '0.001' }],
    ['pm:trc20', { minQuantity: '0.001' }],
  ])('of %s with %j cannot', (key, set) => {
    expect(isReadableRate(key, { ...RATE, ...set })).toBe(false);
  });

  test.each<[string, Partial<RateSettings>]>([
    ['pm', {}],
    ['pm:trc20', { fee: '0.000001', maxFee: '0.000001', minQuantity: '0.01' }],
    ['trc20:pm', { fee: '0.01', minQuantity: '0.000001' }],
    ['pm', { value: '0.000000000001', percentFee: '99.999999' }],
    ['newcoin', { fee: '0.000000000001' }],
  ])('of %s with %j can', (key, set) => {
    expect(isReadableRate(key, { ...RATE, ...set })).toBe(true);
  });
});
