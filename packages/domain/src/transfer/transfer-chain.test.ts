import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../durations.ts';
import { depositMemoOf } from '../wallet/deposit-memo.ts';
import { type FirstHandPayment, isTransferFree } from './first-hand.ts';
import { chainOf, chainWindow, mostInCommon } from './transfer-chain.ts';

const AT = new Date('2026-01-06T02:00:07Z');
const RECORD: FirstHandPayment = {
  network: 'bank',
  account: '0011004567890',
  reference: '',
  unit: 'vnd',
  amount: 100n,
  memo: 'NAP AN',
  payer: null,
  paidAt: AT,
  source: 'one',
  sourceId: '1',
  journalledAs: null,
  firstReadAt: AT,
  lastReadAt: AT,
  use: null,
};
const NOBODY = new Set<string>();
const RUNS = 300;

/** What a list tells of a transfer so many hours later. */
const told = (source: string, hours: number, set: Partial<FirstHandPayment> = {}): FirstHandPayment => ({
  ...RECORD,
  source,
  sourceId: `${hours}`,
  paidAt: new Date(AT.getTime() + Math.round(hours * HOUR_MS)),
  ...set,
});

describe('a chain of records', () => {
  const rows = [0, 11, 22, 40, 50].map((hours) => told('one', hours));

  test('goes from neighbour to neighbour, as far as hours lie between them, or days where one tells the day alone', () => {
    expect(chainOf(rows[0] ?? RECORD, rows, NOBODY)).toEqual(rows.slice(0, 3));
    expect(chainOf(rows[3] ?? RECORD, rows, NOBODY)).toEqual(rows.slice(3));
    const booked = [0, bookedAfter(48)].map((hours) => told('two', hours));
    expect(chainOf(booked[0] ?? RECORD, booked, NOBODY)).toEqual(booked);
  });

  test('links no other amount, no other customer, and no other words', () => {
    const others = [{ amount: 101n }, { memo: 'NAP BA' }, { memo: '' }].map((set) => told('two', 1, set));
    expect(chainOf(RECORD, [RECORD, ...others], NOBODY)).toEqual([RECORD]);
  });

  test('is known from days around all that is in it', () => {
    const days = (hours: number) => new Date(AT.getTime() + hours * HOUR_MS);
    expect(chainWindow(rows[1] ?? RECORD, rows, NOBODY)).toEqual({ from: days(-72), to: days(22 + 72) });
    expect(chainWindow(RECORD, [], NOBODY)).toEqual({ from: days(-72), to: days(72) });
  });
});

test('two lists have as many transfers in common as can be told by both, each once', () => {
  const hours = (source: string, ...times: number[]) => times.map((time) => told(source, time, { memo: 'NAP' }));
  expect(mostInCommon(hours('one', 0, 10), hours('two', 5, 8), NOBODY)).toBe(2);
  // The first has a partner of its own only if the second takes another.
  expect(mostInCommon(hours('one', 5, 0), hours('two', 0, 14), NOBODY)).toBe(2);
  expect(mostInCommon(hours('one', 0, 100), hours('two', 0, 200), NOBODY)).toBe(1);
  expect(mostInCommon(hours('one', 0, 10), hours('two', 5), NOBODY)).toBe(1);
  expect(mostInCommon([], hours('two', 0), NOBODY)).toBe(0);
});

test('a deposit is taken although each of two lists has missed another one of its chain: equal references tell which they are', () => {
  const seen = (source: string, hours: number, use: FirstHandPayment['use'] = null) =>
    told(source, hours, { reference: `FT26345123${hours + 10}`, use });
  const used = [0, 10, 20].map((hours) => seen('one', hours, { paymentId: `${hours}`, orderId: null }));
  const last = seen('two', 30);
  expect(isTransferFree(last, [...used, seen('two', 10), seen('two', 20), last], NOBODY)).toBe(true);
  expect(isTransferFree(last, [...used, seen('one', 30, { paymentId: '30', orderId: null }), last], NOBODY)).toBe(false);
});

/** Hours after `AT`, nine in the morning in Vietnam, of the next day's first second: when a bank books what was paid so many hours after it. */
function bookedAfter(hours: number): number {
  return Math.floor((hours + 9) / 24) * 24 + 15 - 7 / 3_600;
}

describe('of deposits of one customer that two lists tell, one with the times of another zone or of the booking, in another account or with other words', () => {
  const deposits = fc.record({
    gaps: fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 7 }),
    zone: fc.oneof(fc.integer({ min: -12, max: 12 }), fc.constant('booked')),
    memo: fc.constantFrom('NAP AN', depositMemoOf('7KQ2M9XR')),
    otherwise: fc.constantFrom({}, { account: '96247VA01' }, { account: '96247VA01', memo: `MBVCB.5551.${depositMemoOf('7KQ2M9XR')} tu NGUYEN` }),
    references: fc.boolean(),
    order: fc.infiniteStream(fc.nat()),
  });
  type Deposits = typeof deposits extends fc.Arbitrary<infer T> ? T : never;

  /** The records of deposits, of both lists, and how many were taken when the signer came to some of them in some order. */
  function taken({ gaps, zone, memo, otherwise, references, order }: Deposits, isTried: (index: number, source: string) => boolean): number {
    const times = gaps.map((_, index) => gaps.slice(0, index).reduce((sum, gap) => sum + gap, 0));
    const rows = times.flatMap((hours, index) => {
      const read = new Date(AT.getTime() + index * 1_000);
      const seen = { memo, reference: references ? `FT2634512345${index}` : '', firstReadAt: read, lastReadAt: read };
      const ofTwo = memo === 'NAP AN' ? { account: otherwise.account ?? RECORD.account } : otherwise;
      return [
        told('one', hours, seen),
        told('two', zone === 'booked' ? bookedAfter(hours) : hours + zone, { ...seen, ...ofTwo, sourceId: `two ${hours}` }),
      ];
    });
    const waiting = [...rows.keys()].filter((row) => isTried(Math.floor(row / 2), rows[row]?.source ?? ''));
    while (waiting.length > 0) {
      const [next = 0] = waiting.splice((order.next().value ?? 0) % waiting.length, 1);
      const record = rows[next] ?? RECORD;
      if (isTransferFree(record, rows, NOBODY)) rows[next] = { ...record, use: { paymentId: `${next}`, orderId: null } };
    }
    return rows.filter(({ use }) => use !== null).length;
  }

  test('no more are taken than there are, in whatever order', () => {
    const isSafe = (all: Deposits) => taken(all, () => true) <= all.gaps.length;
    fc.assert(fc.property(deposits, isSafe), { numRuns: RUNS });
  });

  test('all are taken, each by the record of either list, where the zone is right', () => {
    const isLive = (all: Deposits, lists: readonly string[]) =>
      taken({ ...all, zone: 0 }, (index, source) => source === lists[index]) === all.gaps.length;
    const lists = fc.array(fc.constantFrom('one', 'two'), { minLength: 7, maxLength: 7 });
    fc.assert(fc.property(deposits, lists, isLive), { numRuns: RUNS });
  });
});
