import { describe, expect, test } from 'vitest';
import { EVM_CHAINS } from './chains.ts';
import { feeUnits, gasPriceMax, offerAt, replacementOffer, unitsFor, unitsIn } from './fees.ts';

const GWEI = 1_000_000_000n;
const MAX = gasPriceMax(30);
const offer = (max: bigint, tip: bigint) => ({ maxFeePerGas: max * GWEI, maxPriorityFeePerGas: tip * GWEI });
const price = (base: bigint, tip: bigint) => ({ base: base * GWEI, tip: tip * GWEI });

describe('the offer', () => {
  test('covers twice the base fee, and is never above the maximum', () => {
    expect(offerAt(EVM_CHAINS.ethereum, price(5n, 1n), MAX)).toEqual(offer(11n, 1n));
    expect(offerAt(EVM_CHAINS.ethereum, price(29n, 1n), MAX)).toEqual(offer(30n, 1n));
  });

  test('is none while gas costs more than the maximum', () => {
    expect(() => offerAt(EVM_CHAINS.ethereum, price(30n, 1n), MAX)).toThrow(
      expect.objectContaining({ trouble: 'dear', outcome: 'not-done', message: 'gas costs 31.00 gwei, above the limit of 30.00' }),
    );
  });
});

describe('a replacement', () => {
  test.each([
    ['the price has not risen', price(5n, 1n)],
    ['what is left for the tip is half of the usual one', price(10n, 2n)],
  ])('is none while %s', (_, now) => {
    expect(replacementOffer(offer(11n, 1n), now, MAX)).toBeNull();
  });

  test('raises both prices by an eighth at least, as nodes ask for', () => {
    expect(replacementOffer(offer(8n, 8n), price(8n, 1n), MAX)).toEqual({ maxFeePerGas: 17n * GWEI, maxPriorityFeePerGas: 9n * GWEI });
    expect(replacementOffer({ maxFeePerGas: 1_001n, maxPriorityFeePerGas: 1n }, { base: 1_001n, tip: 1n }, MAX)).toEqual({
      maxFeePerGas: 2_003n,
      maxPriorityFeePerGas: 2n,
    });
    expect(replacementOffer(offer(16n, 1n), price(16n, 1n), 18n * GWEI)).toEqual({ maxFeePerGas: 18n * GWEI, maxPriorityFeePerGas: 1_125_000_000n });
  });

  test('is none once the maximum is reached', () => {
    expect(replacementOffer(offer(27n, 1n), price(40n, 1n), MAX)).toBeNull();
    expect(replacementOffer(offer(26n, 1n), price(40n, 1n), MAX)).toMatchObject({ maxFeePerGas: 30n * GWEI });
  });
});

test('wei become minor units of the ledger: fees to the nearest, balances down, needs up', () => {
  const minor = 10_000_000_000n;
  expect([feeUnits(minor / 2n - 1n), feeUnits(minor / 2n), unitsIn(2n * minor - 1n), unitsFor(minor + 1n)]).toEqual([0n, 1n, 1n, 2n]);
});
