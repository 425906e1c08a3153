import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RESERVE_CODES, type ReserveCode } from '../currencies.ts';
import { type AccountName, isGuarded, type LedgerUnit, unitOf } from './accounts.ts';
import { type Entry, post, sumByUnit } from './post.ts';

const units = fc.constantFrom<ReserveCode>(...RESERVE_CODES);
const accountsOf = (unit: ReserveCode): fc.Arbitrary<AccountName> =>
  fc.constantFrom<AccountName>(
    `rail:${unit}`,
    `held:${unit}`,
    `fx:${unit}`,
    `fee:${unit}`,
    `suspense:bank:${unit}`,
    `customer:7KQ2M9XR:${unit}`,
    `equity:${unit}`,
  );
const amounts = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });

/** Entries of one unit that sum to zero, not all of them zero. */
const balancedIn = (unit: ReserveCode): fc.Arbitrary<Entry[]> =>
  fc
    .tuple(fc.array(fc.record({ account: accountsOf(unit), amount: amounts }), { minLength: 1, maxLength: 5 }), accountsOf(unit))
    .map(([entries, last]) => [...entries, { account: last, amount: -entries.reduce((sum, entry) => sum + entry.amount, 0n) }])
    .filter((entries) => entries.some((entry) => entry.amount !== 0n));

const balanced = fc
  .uniqueArray(units, { minLength: 1, maxLength: 3 })
  .chain((chosen) => fc.tuple(...chosen.map(balancedIn)))
  .map((parts) => parts.flat());

describe('post', () => {
  test('accepts entries that balance in every unit and drops only zero entries', () => {
    fc.assert(
      fc.property(balanced, (entries) => {
        const posting = post('1', 'match', null, entries);
        expect(posting.entries).toEqual(entries.filter((entry) => entry.amount !== 0n));
        expect([...sumByUnit(posting.entries).values()].every((sum) => sum === 0n)).toBe(true);
      }),
    );
  });

  test('rejects an imbalance of any amount in any unit', () => {
    fc.assert(
      fc.property(balanced, units.chain(accountsOf), amounts, (entries, account, off) => {
        fc.pre(off !== 0n);
        expect(() => post('1', 'match', null, [...entries, { account, amount: off }])).toThrow('is off by');
      }),
    );
  });

  test('does not net different units', () => {
    expect(() =>
      post('1', 'match', null, [
        { account: 'fx:pm', amount: 5n },
        { account: 'fx:vnd', amount: -5n },
      ]),
    ).toThrow('off by 5 pm');
  });

  test('rejects an empty posting', () => {
    expect(() => post('1', 'hold', null, [])).toThrow('no entry');
    expect(() => post('1', 'hold', null, [{ account: 'rail:pm', amount: 0n }])).toThrow('no entry');
  });
});

test.each<[AccountName, LedgerUnit, boolean]>([
  ['rail:vnd-collection', 'vnd', true],
  ['rail:usdt-tron', 'usdt-tron', true],
  ['rail:usdt-tron-deposits', 'usdt-tron', true],
  ['gas:trx', 'trx', false],
  ['held:pm', 'pm', true],
  ['suspense:perfect-money:pm', 'pm', false],
  ['customer:7KQ2M9XR:vnd', 'vnd', false],
  ['loss:usdt-eth', 'usdt-eth', false],
])('%s is kept in %s', (account, unit, guarded) => {
  expect(unitOf(account)).toBe(unit);
  expect(isGuarded(account)).toBe(guarded);
});
