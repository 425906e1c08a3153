import { expect, test } from 'vitest';
import { CURRENCIES, RESERVE_CODES } from '../currencies.ts';
import { defaultSettings } from '../defaults.ts';
import { capLimits, exceededCap, parsePayoutCap } from './payout-cap.ts';
import { exceededLimit } from './volume-limit.ts';

const CAP = { single: 100n, hour: 250n, day: 400n };

test.each([
  [100n, 0n, 0n, null],
  [101n, 0n, 0n, 'above the cap of one payout'],
  [100n, 150n, 300n, null],
  [100n, 151n, 151n, 'above the cap of an hour'],
  [100n, 0n, 300n, null],
  [100n, 0n, 301n, 'above the cap of a day'],
])('%s after %s in an hour and %s in a day: %s', (amount, hour, day, reason) => {
  const limits = capLimits('pm', amount, CAP);
  expect(exceededCap(amount, CAP) ?? exceededLimit(limits, () => ({ hour, day }), false)).toBe(reason);
  // The same once it is counted.
  expect(exceededCap(amount, CAP) ?? exceededLimit(limits, () => ({ hour: hour + amount, day: day + amount }), true)).toBe(reason);
});

test('limits are of their own party', () => {
  const limits = capLimits('pm', 100n, CAP);
  expect(exceededLimit(limits, (party) => ({ hour: party === 'payouts:pm' ? 0n : 1_000n, day: 0n }), false)).toBeNull();
});

test('without a cap nothing is sent without an approval', () => {
  expect(exceededCap(1n, null)).toBe('no cap is set for the reserve');
});

test('caps are read at the reserve’s scale', () => {
  expect(parsePayoutCap('pm', { single: '1.5', hour: '2', day: '3' })).toEqual({ single: 150n, hour: 200n, day: 300n });
  expect(parsePayoutCap('pm', { single: '1.005', hour: '2', day: '3' })).toBeNull();
  expect(parsePayoutCap('vnd', { single: '1', hour: '-2', day: '3' })).toBeNull();
  expect(parsePayoutCap('vnd', { single: '1', hour: '2', day: '' })).toBeNull();
});

test('every reserve starts with caps that rise, and let the largest order through, one whose currencies are not offered none', () => {
  const settings = defaultSettings();
  const offered = new Set<string>(settings.flatMap(({ kind, key }) => (kind === 'currency' ? [CURRENCIES[key].reserve] : [])));
  const caps = settings.flatMap((draft) => (draft.kind === 'payout-cap' ? [[draft.key, parsePayoutCap(draft.key, draft.value)] as const] : []));
  expect(caps.map(([reserve]) => reserve)).toEqual(RESERVE_CODES);
  for (const [reserve, cap] of caps) {
    expect([reserve, cap !== null && cap.single <= cap.hour && cap.hour <= cap.day]).toEqual([reserve, true]);
    expect([reserve, cap !== null && cap.single > 0n]).toEqual([reserve, reserve === 'vnd' || offered.has(reserve)]);
  }
  expect(new Map(caps).get('pm')).toEqual({ single: 5_000_00n, hour: 10_000_00n, day: 20_000_00n });
  expect(new Map(caps).get('vnd')).toEqual({ single: 499_999_999n, hour: 2_500_000_000n, day: 5_000_000_000n });
});
