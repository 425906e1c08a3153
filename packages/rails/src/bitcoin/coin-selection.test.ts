import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Coin, changeOf, selectCoins } from './coin-selection.ts';
import { dustOf, feeAt, rateOf, replacementRate, vsizeOf } from './fees.ts';

const CHANGE = `0014${'aa'.repeat(20)}`;
const TO = `5120${'bb'.repeat(32)}`;
const coin = (amount: bigint, n = 0): Coin => ({
  txid: n.toString(16).padStart(64, '0'),
  vout: 0,
  amount,
  script: CHANGE,
  address: '',
  index: null,
  confirmations: 2,
});
const MUCH = 10n ** 12n;
const rates = (present: bigint, feeMax = MUCH) => ({ present, max: 150_000n, feeMax });
const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);

describe('coins', () => {
  test('the smallest that leaves change for a replacement at the highest rate', () => {
    const coins = [100_000n, 110_000n, 500_000n, 10_000_000n].map(coin);
    // At 150 satoshi a vbyte the transfer costs 23 000.
    expect(selectCoins(coins, { script: TO, amount: 99_000n }, CHANGE, rates(2_000n))?.coins).toEqual([coins[2]]);
    expect(selectCoins(coins.slice(0, 1), { script: TO, amount: 99_000n }, CHANGE, rates(2_000n))?.coins).toEqual([coins[0]]);
  });

  test('several where none suffices, none that costs more to spend than it is worth', () => {
    const coins = [300n, 40_000n, 50_000n, 60_000n].map(coin);
    const selection = selectCoins(coins, { script: TO, amount: 95_000n }, CHANGE, rates(5_000n));
    expect(selection?.coins).toEqual([coins[3], coins[2], coins[1]]);
    expect(selectCoins(coins, { script: TO, amount: 150_000n }, CHANGE, rates(5_000n))).toBeNull();
    expect(selectCoins([], { script: TO, amount: 1_000n }, CHANGE, rates(1_000n))).toBeNull();
  });

  test('a large one comes back in parts while there are few, so that as many payouts can be under way', () => {
    const change = selectCoins([coin(200_000_000n)], { script: TO, amount: 1_000_000n }, CHANGE, rates(2_000n))?.change ?? [];
    expect(change).toHaveLength(6);
    const plenty = Array.from({ length: 20 }, (_, n) => coin(200_000_000n, n));
    expect(selectCoins(plenty, { script: TO, amount: 1_000_000n }, CHANGE, rates(2_000n))?.change).toHaveLength(1);
  });

  test('some of the smallest are taken along where there are very many', () => {
    const many = Array.from({ length: 80 }, (_, n) => coin(20_000n + BigInt(n), n));
    const selection = selectCoins([...many, coin(5_000_000n, 99)], { script: TO, amount: 1_000_000n }, CHANGE, rates(1_000n));
    expect(selection?.coins).toHaveLength(9);
  });

  test('only as many as the highest fee pays for: none else, nor small ones taken along, nor parts of the change', () => {
    const small = Array.from({ length: 50 }, (_, n) => coin(100_000n, n));
    const order = { script: TO, amount: 2_000_000n };
    // 21 inputs are 1 500 vbytes.
    expect(selectCoins(small, order, CHANGE, rates(10_000n, 20_000n))?.coins).toHaveLength(21);
    expect(selectCoins(small, order, CHANGE, rates(10_000n, 14_000n))).toBeNull();
    const many = Array.from({ length: 80 }, (_, n) => coin(20_000n + BigInt(n), n));
    expect(selectCoins([...many, coin(5_000_000n, 99)], { ...order, amount: 1_000_000n }, CHANGE, rates(1_000n, 300n))?.coins).toHaveLength(1);
    const parts = (feeMax: bigint) => selectCoins([coin(200_000_000n)], order, CHANGE, rates(10_000n, feeMax))?.change.length;
    expect([1_529n, 1_530n, 1_900n, 50_000n].map(parts)).toEqual([undefined, 1, 2, 6]);
  });

  test('for any coins: the payment and a fee of the rate are covered, nothing is created, no change is dust, no coin is spent twice', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 50_000_000n }), { maxLength: 90 });
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 330n, max: 100_000_000n }), fc.bigInt({ min: 1_000n, max: 150_000n }), (all, amount, present) => {
        const payment = { script: TO, amount };
        const selection = selectCoins(all.map(coin), payment, CHANGE, rates(present));
        const spendable = all.filter((one) => one > feeAt(present, 68));
        if (!selection) {
          expect(
            changeOf(
              spendable.map((one) => ({ amount: one })),
              payment,
              CHANGE,
              present,
            ),
          ).toBeNull();
          return;
        }
        const { coins, change } = selection;
        expect(new Set(coins).size).toBe(coins.length);
        const fee = sumOf(coins.map((one) => one.amount)) - amount - sumOf(change);
        const least = feeAt(present, vsizeOf(coins.length, [TO, ...change.map(() => CHANGE)]));
        expect(fee).toBeGreaterThanOrEqual(least);
        // Beyond the rate, only what is not worth an output.
        expect(fee - least).toBeLessThanOrEqual(feeAt(present, 31 + 68) + dustOf(CHANGE) + 10n);
        for (const one of change) expect(one).toBeGreaterThanOrEqual(dustOf(CHANGE));
      }),
      { numRuns: 300 },
    );
  });
});

describe('fees', () => {
  test.each([
    ['76a914'.padEnd(46, '0').concat('88ac'), 546n],
    [`a914${'00'.repeat(20)}87`, 540n],
    [`0014${'00'.repeat(20)}`, 294n],
    [`0020${'00'.repeat(32)}`, 330n],
    [`5120${'00'.repeat(32)}`, 330n],
  ])('dust of %s is %d, as Bitcoin Core has it', (script, dust) => expect(dustOf(script)).toBe(dust));

  test('one input and two SegWit outputs are 141 vbytes', () => expect(vsizeOf(1, [CHANGE, CHANGE])).toBe(141));

  test('a replacement pays an eighth more, and a satoshi a vbyte; it is not made while the fee is adequate, nor above the highest rate', () => {
    expect(replacementRate(2_000n, 2_600n, 150_000n)).toBeNull();
    expect(replacementRate(2_000n, 2_700n, 150_000n)).toBe(3_000n);
    expect(replacementRate(40_000n, 400_000n, 150_000n)).toBe(150_000n);
    expect(replacementRate(149_500n, 400_000n, 150_000n)).toBeNull();
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 400_000n }), fc.bigInt({ min: 1_000n, max: 400_000n }), (before, present) => {
        const rate = replacementRate(before, present, 150_000n);
        if (rate === null) return;
        expect(rate).toBeLessThanOrEqual(150_000n);
        expect(rate * 1_000n).toBeGreaterThanOrEqual(before * 1_125n);
        // BIP 125, rule 4: the fee rises by what its own relay costs.
        expect(feeAt(rate, 141) - feeAt(before, 141)).toBeGreaterThanOrEqual(140n);
      }),
    );
  });

  test('a rate of a fee rounds down, a fee of a rate up', () => {
    expect([feeAt(1_001n, 141), rateOf(142n, 141)]).toEqual([142n, 1_007n]);
  });
});
