import { describe, expect, test } from 'vitest';
import { CURRENCIES, type CurrencyCode, type TradedCode } from '../currencies.ts';
import { defaultSettings, type SettingDraft } from '../defaults.ts';
import { parseDecimal } from '../money.ts';
import { NO_FEE, parseFeeRule } from './fee.ts';
import { parseRate, RATE_ONE } from './rate.ts';
import { type Conversion, findProfitableCircle } from './rate-circle.ts';

const PERCENT = 1_000_000n;
const ANY = () => true;

/** A trade of pm, trc20 and dong; rates are per hundred units, so that swaps are whole numbers. */
function trade(
  from: CurrencyCode,
  to: CurrencyCode,
  perHundred: bigint,
  set: { fee?: bigint; percent?: bigint; max?: bigint; sourceMax?: bigint } = {},
): Conversion {
  const kind = from === 'vnd' ? 'buy' : to === 'vnd' ? 'sell' : 'ex';
  const fee = { fee: set.fee ?? 0n, percent: set.percent ?? 0n, maxFee: null };
  return {
    terms: { kind, from, to, rate: (perHundred * RATE_ONE) / 100n, fee: kind === 'sell' ? NO_FEE : fee, bankFee: 0n },
    maxBalance: set.max ?? 5_000n * 10n ** BigInt(CURRENCIES[kind === 'sell' ? from : to].scale),
    sourceMaxBalance: kind === 'ex' ? (set.sourceMax ?? 5_000n * 10n ** BigInt(CURRENCIES[from].scale)) : null,
  };
}

describe('a circle of two or three trades', () => {
  test('that returns what was paid is none; one dong more a unit makes it one', () => {
    expect(findProfitableCircle([trade('vnd', 'pm', 2_500_000n), trade('pm', 'vnd', 2_500_000n)], ANY)).toBeNull();
    expect(findProfitableCircle([trade('vnd', 'pm', 2_500_000n), trade('pm', 'vnd', 2_500_100n)], ANY)).toEqual({
      currencies: ['vnd', 'pm'],
      paid: 125_000_000n,
      received: 125_005_000n,
    });
  });

  test('counts every fee, at the most that all its trades accept', () => {
    const [buy, sell] = [trade('vnd', 'pm', 2_500_000n), trade('trc20', 'vnd', 2_500_000n)];
    const swap = (set: object) => trade('pm', 'trc20', 102n, set);
    expect(findProfitableCircle([buy, swap({}), sell], ANY)?.currencies).toEqual(['vnd', 'pm', 'trc20']);
    expect(findProfitableCircle([buy, swap({ percent: 2n * PERCENT }), sell], ANY)).toBeNull();
    // 2 % are more than a fee of 90 as long as less than 4 500 are traded.
    const fixed = swap({ fee: 90_000_000n });
    expect(findProfitableCircle([buy, fixed, sell], ANY)).not.toBeNull();
    expect(findProfitableCircle([{ ...buy, maxBalance: 4_000_00n }, fixed, sell], ANY)).toBeNull();
    expect(findProfitableCircle([buy, fixed, { ...sell, maxBalance: 4_000_000_000n }], ANY)).toBeNull();
    expect(findProfitableCircle([buy, { ...fixed, sourceMaxBalance: 4_000_00n }, sell], ANY)).toBeNull();
    expect(findProfitableCircle([buy, { ...fixed, maxBalance: 4_000_000_000n }, sell], ANY)).toBeNull();
  });

  test('is none while one of its trades takes nothing', () => {
    expect(findProfitableCircle([trade('vnd', 'pm', 2_500_000n), trade('pm', 'vnd', 2_600_000n)], ANY)).not.toBeNull();
    expect(findProfitableCircle([trade('vnd', 'pm', 2_500_000n), trade('pm', 'vnd', 2_600_000n, { max: 0n })], ANY)).toBeNull();
  });

  test('is found behind one that pays less than it costs', () => {
    const fair = [trade('vnd', 'pm', 2_500_000n), trade('pm', 'vnd', 2_400_000n), trade('pm', 'trc20', 102n), trade('trc20', 'vnd', 2_500_000n)];
    expect(findProfitableCircle(fair, ANY)?.currencies).toEqual(['vnd', 'pm', 'trc20']);
  });

  test('is found behind one of as many trades that pays less than it costs', () => {
    const losing = [trade('vnd', 'pm', 2_500_000n), trade('pm', 'trc20', 100n), trade('trc20', 'vnd', 2_400_000n)];
    expect(findProfitableCircle(losing, ANY)).toBeNull();
    const found = findProfitableCircle([...losing, trade('pm', 'wmz', 102n), trade('wmz', 'vnd', 2_500_000n)], ANY);
    expect(found?.currencies).toEqual(['vnd', 'pm', 'wmz']);
  });

  test('is found from any of its trades, and only with a suspect one', () => {
    const circle = [trade('vnd', 'pm', 2_500_000n), trade('pm', 'trc20', 102n), trade('trc20', 'vnd', 2_500_000n)];
    for (const { terms } of circle) {
      expect(findProfitableCircle(circle, (suspect) => suspect === terms)?.currencies[0]).toBe(terms.from);
    }
    expect(findProfitableCircle(circle, () => false)).toBeNull();
  });

  test('is found between currencies without dong', () => {
    const swaps = [trade('pm', 'trc20', 102n), trade('trc20', 'wmz', 102n), trade('wmz', 'pm', 97n)];
    expect(findProfitableCircle(swaps, ANY)?.currencies).toEqual(['pm', 'trc20', 'wmz']);
    expect(findProfitableCircle([...swaps.slice(0, 2), trade('wmz', 'pm', 96n)], ANY)).toBeNull();
  });
});

test('a currency without a maximum does not hide a circle', () => {
  const swap = { ...trade('pm', 'trc20', 102n), sourceMaxBalance: null };
  expect(findProfitableCircle([trade('vnd', 'pm', 2_500_000n), swap, trade('trc20', 'vnd', 2_500_000n)], ANY)?.currencies).toEqual([
    'vnd',
    'pm',
    'trc20',
  ]);
});

test('trades that lead nowhere are no circle', () => {
  expect(findProfitableCircle([trade('vnd', 'pm', 2_500_000n)], ANY)).toBeNull();
  expect(findProfitableCircle([trade('vnd', 'pm', 2_500_000n), trade('pm', 'trc20', 102n)], ANY)).toBeNull();
});

test('the default rates have none', () => {
  const drafts = defaultSettings();
  const maxOf = (code: CurrencyCode) => {
    const set = drafts.find((draft): draft is SettingDraft<'currency'> => draft.kind === 'currency' && draft.key === code);
    return parseDecimal(set?.value.maxBalance ?? '0', CURRENCIES[code].scale) ?? 0n;
  };
  const conversions = drafts.flatMap((draft): Conversion[] => {
    if (draft.kind !== 'buy' && draft.kind !== 'sell' && draft.kind !== 'pair') return [];
    const kind = draft.kind === 'pair' ? 'ex' : draft.kind;
    const [from, to] = (kind === 'buy' ? ['vnd', draft.key] : kind === 'sell' ? [draft.key, 'vnd'] : draft.key.split(':')) as [
      TradedCode,
      TradedCode,
    ];
    const fee = kind === 'sell' ? NO_FEE : parseFeeRule(draft.value, CURRENCIES[to].scale);
    return [
      {
        terms: { kind, from, to, rate: parseRate(draft.value.value) ?? 0n, fee, bankFee: 0n },
        maxBalance: maxOf(kind === 'sell' ? from : to),
        sourceMaxBalance: kind === 'ex' ? maxOf(from) : null,
      },
    ];
  });
  const traded = drafts.filter(({ kind }) => kind === 'currency').length;
  expect(conversions.length).toBe(traded + traded + traded * (traded - 1));
  expect(findProfitableCircle(conversions, ANY)).toBeNull();
});
