import { expect, test } from 'vitest';

import { InvariantError } from '../invariant.ts';
import { derivedPair } from './pair-rates.ts';
import { formatRate, pairRate, parseRate } from './rate.ts';

const BUY = { value: '26350', fee: '0.8', percentFee: '0.5', maxFee: null };
const OLD = { minQuantity: '20' };

test('a pair is priced from the rates of its currencies, with the fee of the one that is bought and its own minimum', () => {
  const rate = pairRate(parseRate('25350') ?? 0n, parseRate('26350') ?? 0n, '0.3');
  expect(derivedPair({ value: '25350' }, BUY, OLD)).toEqual({ ...BUY, ...OLD, value: formatRate(rate) });
});

test('the fee of a pair follows the network’s cost as that of the currency that is bought, or as little', () => {
  const automaticFee = { floor: '0.5', cap: '2', coinPrice: null };
  expect(derivedPair({ value: '25350' }, { ...BUY, automaticFee }, OLD)).toMatchObject({ fee: BUY.fee, automaticFee });
  expect(derivedPair({ value: '25350' }, BUY, OLD)).not.toHaveProperty('automaticFee');
});

test('a rate that is none gives no pair', () => {
  expect(() => derivedPair({ value: 'much' }, BUY, OLD)).toThrow(new InvariantError('rate much or 26350 is no rate'));
  expect(() => derivedPair({ value: '25350' }, { ...BUY, value: '' }, OLD)).toThrow(new InvariantError('rate 25350 or  is no rate'));
});
