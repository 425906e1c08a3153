import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { automaticBuyRate, automaticSellRate, formatRate, pairRate, parseRate, RATE_ONE } from './rate.ts';

const rate = (text: string): bigint => {
  const parsed = parseRate(text);
  if (parsed === null) throw new Error(`not a rate: ${text}`);
  return parsed;
};

describe('parseRate', () => {
  test('parses up to twelve decimals', () => {
    expect(rate('26350')).toBe(26_350n * RATE_ONE);
    expect(rate('0.000000000001')).toBe(1n);
  });

  test.each(['0', '0.0', '-1', '', '1e5', '0.0000000000001', '25.950,5'])('rejects %j', (text) => expect(parseRate(text)).toBeNull());

  test('is the inverse of formatRate', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), (value) => {
        expect(parseRate(formatRate(value))).toBe(value);
      }),
    );
  });
});

describe('pairRate', () => {
  test('trc20 to pm', () => {
    expect(formatRate(pairRate(rate('26050'), rate('25950'), '0.3'))).toBe('1.000842');
    expect(pairRate(rate('26050'), rate('25950'), 300_000n)).toBe(pairRate(rate('26050'), rate('25950'), '0.3'));
  });

  test('keeps six digits where the target is worth much more than the source', () => {
    expect(formatRate(pairRate(rate('25350'), rate('2350000000'), '0.3'))).toBe('0.0000107548');
    expect(formatRate(pairRate(rate('25350'), rate('92000000'), '0.3'))).toBe('0.000274716');
    expect(formatRate(pairRate(rate('2310000000'), rate('25950'), '0.3'))).toBe('88750.289017');
  });

  test('is the exact quotient rounded down to six decimals, and to six digits below one', () => {
    const rates = fc.bigInt({ min: RATE_ONE / 1000n, max: 10n ** 10n * RATE_ONE });
    fc.assert(
      fc.property(rates, rates, fc.bigInt({ min: 0n, max: 99_999_999n }), (sell, buy, profit) => {
        const pair = pairRate(sell, buy, profit);
        const digits = pair.toString().length;
        const step = 10n ** BigInt(Math.max(0, Math.min(6, digits - 6)));
        expect(pair % step).toBe(0n);
        const exact = sell * (100_000_000n - profit) * RATE_ONE;
        expect(pair * buy * 100_000_000n <= exact).toBe(true);
        expect((pair + step) * buy * 100_000_000n > exact).toBe(true);
      }),
    );
  });

  test.each(['100', '-1', 'x', '1e1', 100_000_000n, -1n])('rejects a profit of %s', (profit) => {
    expect(() => pairRate(RATE_ONE, RATE_ONE, profit)).toThrow('percentage');
  });

  test('rejects a rate not above zero', () => expect(() => pairRate(0n, RATE_ONE, '0')).toThrow('above zero'));
});

describe('automatic rates', () => {
  test('need references above zero', () => {
    for (const make of [automaticBuyRate, automaticSellRate]) {
      for (const [reference, usd] of [
        [0n, RATE_ONE],
        [RATE_ONE, 0n],
        [-1n, RATE_ONE],
        [RATE_ONE, -1n],
      ] as const) {
        expect(() => make(reference, usd, '1')).toThrow('above zero');
      }
    }
  });

  test('add the profit to buy rates and deduct it from sell rates', () => {
    expect(formatRate(automaticBuyRate(rate('1.001'), rate('26000'), '1.5'))).toBe('26416.39');
    expect(formatRate(automaticSellRate(rate('1.001'), rate('26000'), '1.5'))).toBe('25635.61');
  });

  test('round in favour of the exchange and never cross', () => {
    const references = fc.bigInt({ min: 1n, max: 10n ** 6n * RATE_ONE });
    fc.assert(
      fc.property(references, references, fc.bigInt({ min: 0n, max: 50_000_000n }), (reference, usd, profit) => {
        const buy = automaticBuyRate(reference, usd, profit);
        const sell = automaticSellRate(reference, usd, profit);
        const unit = RATE_ONE * 100_000_000n;
        expect(buy * unit >= reference * usd * (100_000_000n + profit)).toBe(true);
        expect(sell * unit <= reference * usd * (100_000_000n - profit)).toBe(true);
        expect(buy >= sell).toBe(true);
      }),
    );
  });
});
