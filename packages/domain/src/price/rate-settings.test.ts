import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../defaults.ts';
import type { RateSettings } from '../settings.ts';
import { atBounds, atFeeBounds, changedRate, isReadableRate } from './rate-settings.ts';

const RATE: RateSettings = { value: '25950', fee: '0.01', percentFee: '0.5', maxFee: null, minQuantity: null };
const BOUNDS = { floor: '0', cap: '1', coinPrice: null };

describe('a rate', () => {
  test('of the defaults can be read', () => {
    const rates = defaultSettings().filter(({ kind }) => ['buy', 'sell', 'pair'].includes(kind));
    expect(rates.length).toBeGreaterThan(20);
    expect(rates.filter(({ kind, key, value }) => !isReadableRate(kind as 'buy' | 'sell' | 'pair', key, value as RateSettings))).toEqual([]);
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
    ['pm', { automaticFee: { ...BOUNDS, floor: '0.02' } }],
    ['pm', { automaticFee: { ...BOUNDS, cap: '0' } }],
    ['pm', { automaticFee: { ...BOUNDS, floor: '0.001' } }],
    ['pm', { automaticFee: { ...BOUNDS, cap: '1.001' } }],
    ['pm', { automaticFee: { ...BOUNDS, coinPrice: '0' } }],
    ['pm', { automaticFee: BOUNDS, maxFee: '0.99' }],
  ])('of %s with %j cannot', (key, set) => {
    expect(isReadableRate(key.includes(':') ? 'pair' : 'buy', key, { ...RATE, ...set })).toBe(false);
  });

  test.each<[string, Partial<RateSettings>]>([
    ['pm', {}],
    ['pm:trc20', { fee: '0.000001', maxFee: '0.000001', minQuantity: '0.01' }],
    ['trc20:pm', { fee: '0.01', minQuantity: '0.000001' }],
    ['pm', { value: '0.000000000001', percentFee: '99.999999' }],
    ['newcoin', { fee: '0.000000000001' }],
    ['trc20:pm', { automaticFee: { floor: '0.01', cap: '0.01', coinPrice: '0.3' }, maxFee: '0.01' }],
    ['pm', { automaticFee: BOUNDS }],
  ])('of %s with %j can', (key, set) => {
    expect(isReadableRate(key.includes(':') ? 'pair' : 'buy', key, { ...RATE, ...set })).toBe(true);
  });
});

test('no sell has an automatic fee', () => {
  expect(isReadableRate('sell', 'pm', RATE)).toBe(true);
  expect(isReadableRate('sell', 'pm', { ...RATE, automaticFee: BOUNDS })).toBe(false);
});

describe('a changed rate', () => {
  test('keeps what the change leaves out, and starts without fees', () => {
    expect(changedRate({ ...RATE, automaticFee: BOUNDS }, { value: '26000' })).toEqual({ ...RATE, value: '26000', automaticFee: BOUNDS });
    expect(changedRate({ ...RATE, minQuantity: '5' }, { value: '26000', minQuantity: '7' }).minQuantity).toBe('7');
    expect(changedRate({ ...RATE, minQuantity: '5' }, { value: '26000' }).minQuantity).toBe('5');
    expect(changedRate({ ...RATE, minQuantity: '5' }, { value: '26000', minQuantity: null }).minQuantity).toBeNull();
    expect(changedRate(undefined, { value: '1' })).toEqual({ value: '1', fee: '0', percentFee: '0', maxFee: null, minQuantity: null });
  });

  test.each([
    ['0.10', '0.1'],
    ['0.3', '0.3'],
    ['2', '1.5'],
  ])('with a fee of %s has it within the bounds', (fee, within) => {
    const automaticFee = { floor: '0.1', cap: '1.5', coinPrice: null };
    expect(Number(changedRate(RATE, { value: '26000', fee, automaticFee }).fee)).toBe(Number(within));
  });

  test('whose automatic fee ends keeps the fee as it is', () => {
    expect(changedRate({ ...RATE, automaticFee: BOUNDS }, { value: '26000', automaticFee: null })).toEqual({ ...RATE, value: '26000' });
  });
});

test('a rate has the fee that operators set at both bounds, and an automatic one at its own', () => {
  expect(atFeeBounds(RATE).map(({ fee }) => fee)).toEqual(['0.01', '0.01']);
  expect(atBounds(RATE)).toEqual([RATE, RATE, RATE, RATE]);
  expect(atFeeBounds({ ...RATE, automaticFee: BOUNDS }).map(({ fee }) => fee)).toEqual(['0', '1']);
});
