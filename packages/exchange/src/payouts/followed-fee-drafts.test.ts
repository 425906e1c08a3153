import type { PairSettings, RateSettings, Settings } from '@quydoi/domain/settings';
import { after, START } from '@quydoi/domain/testing/order';
import { describe, expect, test } from 'vitest';
import { followedFeeDrafts, isCostStale } from './followed-fee-drafts.ts';

const AUTOMATIC = { floor: '1', cap: '9', coinPrice: null };
const FIXED: RateSettings = { value: '26350', fee: '2', percentFee: '0', maxFee: null, minQuantity: null };
const RATE: RateSettings = { ...FIXED, automaticFee: AUTOMATIC };
const PAIR: PairSettings = { ...RATE, value: '1.001' };

function draftsOf(pairs: Readonly<Record<string, PairSettings>>, rate = RATE) {
  const versions = new Map(Object.entries(pairs).map(([key, value]) => [key, { version: 1, value }])) as unknown as Settings['pairs'];
  return followedFeeDrafts(versions, 'trc20', rate, '3');
}

describe('a cost that is known', () => {
  const known = [
    { network: 'tron', checkedAt: START },
    { network: 'ethereum', checkedAt: after(7_200_000) },
  ] as const;

  test('counts for an hour', () => {
    expect(isCostStale(known, 'tron', after(3_600_000))).toBe(false);
    expect(isCostStale(known, 'tron', after(3_600_001))).toBe(true);
  });

  test('counts for its own network', () => {
    expect(isCostStale(known, 'ethereum', after(7_200_000))).toBe(false);
    expect(isCostStale(known, 'bsc', START)).toBe(true);
  });
});

describe('a fee that follows the cost', () => {
  const own = { kind: 'buy', key: 'trc20', value: { ...RATE, fee: '3' } };

  test('is set at the rate and at the pairs that are derived from it', () => {
    expect(draftsOf({ 'pm:trc20': PAIR })).toEqual([own, { kind: 'pair', key: 'pm:trc20', value: { ...PAIR, fee: '3' } }]);
  });

  test.each<[string, string, PairSettings]>([
    ['of another target', 'trc20:pm', PAIR],
    ['that operators have set themselves', 'pm:trc20', { ...PAIR, overridden: true }],
    ['that has it already', 'pm:trc20', { ...PAIR, fee: '3' }],
    ['with other bounds', 'pm:trc20', { ...PAIR, automaticFee: { ...AUTOMATIC, cap: '8' } }],
    ['without an automatic fee', 'pm:trc20', FIXED],
  ])('leaves a pair %s', (_, key, pair) => {
    expect(draftsOf({ [key]: pair })).toEqual([own]);
  });

  test('leaves all pairs where the rate has no automatic fee', () => {
    expect(draftsOf({ 'pm:trc20': FIXED }, FIXED)).toEqual([{ kind: 'buy', key: 'trc20', value: { ...FIXED, fee: '3' } }]);
  });
});
