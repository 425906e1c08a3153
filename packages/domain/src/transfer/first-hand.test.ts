import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import * as firstHand from './first-hand.ts';
import { explainMissing, type FirstHandPayment, mayLackMemo } from './first-hand.ts';
import type { Payment } from './payment.ts';
import type { KnownPayees } from './same-transfer.ts';

/** What looks like a payee in these memos is not known, unless a test says so. */
const NOBODY: KnownPayees = new Set();
const confirmPayments = (payments: readonly Payment[], records: readonly FirstHandPayment[]) => firstHand.confirmPayments(payments, records, NOBODY);
const isTransferFree = (
  record: FirstHandPayment,
  nearby: readonly FirstHandPayment[],
  isOwn?: (row: FirstHandPayment) => boolean,
  payees: KnownPayees = NOBODY,
) => firstHand.isTransferFree(record, nearby, payees, isOwn);
const rowsToldAgain = (record: FirstHandPayment, nearby: readonly FirstHandPayment[]) => firstHand.rowsToldAgain(record, nearby, NOBODY);

const AT = new Date('2026-01-06T02:00:00Z');
const PAYMENT: Payment = {
  id: 'p1',
  version: 1,
  occurrence: 1,
  network: 'bank',
  account: '0011004567890',
  reference: '3516',
  unit: 'vnd',
  amount: 100n,
  exactAmount: null,
  memo: 'A',
  payer: null,
  payerName: null,
  paidAt: AT,
  confirmed: true,
  state: 'matched',
  orderId: 'o1',
  customerId: null,
  caseCode: null,
  recordedAt: AT,
};
const RECORD: FirstHandPayment = { ...PAYMENT, source: 'list', sourceId: '1', journalledAs: null, firstReadAt: AT, lastReadAt: AT, use: null };

const idsOf = (payments: readonly Payment[], records: readonly FirstHandPayment[]) => {
  const { found, missing } = confirmPayments(payments, records);
  return { found: [...found].map(([id, { sourceId }]) => [id, sourceId]), missing: missing.map(({ id }) => id) };
};

test('a payment is found by network, account, reference, unit and amount', () => {
  expect(idsOf([PAYMENT], [RECORD])).toEqual({ found: [['p1', '1']], missing: [] });
  const others: Partial<FirstHandPayment>[] = [{ network: 'tron' }, { account: 'x' }, { reference: '3517' }, { unit: 'pm' }, { amount: 101n }];
  for (const other of others) expect(idsOf([PAYMENT], [{ ...RECORD, ...other }])).toEqual({ found: [], missing: ['p1'] });
});

test('one record confirms one payment, for good', () => {
  const second = { ...PAYMENT, id: 'p2' };
  expect(idsOf([PAYMENT, second], [RECORD])).toEqual({ found: [['p1', '1']], missing: ['p2'] });
  const used = { ...RECORD, use: { paymentId: 'p1', orderId: 'o1' } };
  expect(idsOf([second], [used])).toEqual({ found: [], missing: ['p2'] });
  expect(idsOf([PAYMENT], [used])).toEqual({ found: [['p1', '1']], missing: [] });
});

test('a record of another day is another payment’s, whatever its reference', () => {
  expect(idsOf([PAYMENT], [{ ...RECORD, paidAt: new Date(AT.getTime() + 86_400_000) }])).toEqual({ found: [], missing: ['p1'] });
});

test('among records of one reference, each payment has the one of its time and memo', () => {
  const later = new Date(AT.getTime() + 86_400_000);
  const records = [
    { ...RECORD, sourceId: '2', paidAt: later, memo: 'B' },
    { ...RECORD, sourceId: '1' },
  ];
  const second = { ...PAYMENT, id: 'p2', paidAt: later, memo: 'B' };
  expect(idsOf([PAYMENT, second], records)).toEqual({
    found: [
      ['p1', '1'],
      ['p2', '2'],
    ],
    missing: [],
  });
});

test('among records of one reference and time, a payment has the one with its memo, but first of all its source’s own', () => {
  const other = { ...RECORD, sourceId: '2', memo: 'B' };
  expect(idsOf([PAYMENT], [other, RECORD]).found).toEqual([['p1', '1']]);
  expect(idsOf([PAYMENT], [RECORD, { ...other, journalledAs: 'p1' }]).found).toEqual([['p1', '2']]);
  expect(idsOf([PAYMENT], [other]).found).toEqual([['p1', '2']]);
});

test('a record that names another order is not the payment’s, whatever else they share, until its source told of them as one', () => {
  const payment = { ...PAYMENT, memo: '7KQ2M9XR4B' };
  const other = { ...RECORD, memo: 'W3XJ8P5NTC' };
  expect(idsOf([payment], [other])).toEqual({ found: [], missing: ['p1'] });
  expect(idsOf([payment], [other, { ...RECORD, sourceId: '2', memo: 'MBVCB.1.7KQ2M9XR4B' }]).found).toEqual([['p1', '2']]);
  expect(idsOf([payment], [{ ...other, memo: '' }]).found).toEqual([['p1', '1']]);
  expect(idsOf([payment], [{ ...other, journalledAs: 'p1' }]).found).toEqual([['p1', '1']]);
});

test('within a source a payment is its id there: a reference or time told later changes nothing, another account or amount does', () => {
  const own = { ...RECORD, journalledAs: 'p1' };
  const unnamed = { ...PAYMENT, reference: '' };
  expect(idsOf([unnamed], [own]).found).toEqual([['p1', '1']]);
  expect(idsOf([PAYMENT], [{ ...own, paidAt: new Date(AT.getTime() + 86_400_000) }]).found).toEqual([['p1', '1']]);
  for (const other of [{ account: 'x' }, { amount: 101n }]) expect(idsOf([PAYMENT], [{ ...own, ...other }]).missing).toEqual(['p1']);
});

test('a row that its source told of as another payment is not this one’s, however alike', () => {
  expect(idsOf([PAYMENT], [{ ...RECORD, journalledAs: 'p2' }])).toEqual({ found: [], missing: ['p1'] });
  const rows = [
    { ...RECORD, sourceId: '2', journalledAs: 'p2' },
    { ...RECORD, journalledAs: 'p1' },
  ];
  expect(idsOf([{ ...PAYMENT, id: 'p2' }, PAYMENT], rows).found).toEqual([
    ['p2', '2'],
    ['p1', '1'],
  ]);
});

test('why a payment is not confirmed is told from what was read', () => {
  const other = { paymentId: 'p2', orderId: 'o2' };
  expect(explainMissing(PAYMENT, [])).toMatch('has not found it');
  expect(explainMissing(PAYMENT, [{ ...RECORD, use: other }])).toMatch('used for another payment');
  expect(explainMissing(PAYMENT, [RECORD])).toMatch('has not found it');
  for (const journalledAs of [null, 'p1']) {
    expect(explainMissing(PAYMENT, [{ ...RECORD, journalledAs, use: { paymentId: 'p1', orderId: 'o1' } }])).toMatch('has not found it');
  }
  for (const set of [{ amount: 99n }, { account: 'x' }]) {
    expect(explainMissing(PAYMENT, [{ ...RECORD, journalledAs: 'p1', ...set }])).toMatch('another account or amount');
  }
  expect(explainMissing(PAYMENT, [{ ...RECORD, journalledAs: 'p1', use: other }])).toMatch('used for another payment');
  expect(explainMissing(PAYMENT, [RECORD, { ...RECORD, journalledAs: 'p1', amount: 99n }])).toMatch('another account or amount');
});

test('the rows that a transfer may have been told by again are those that their list told later, of each list', () => {
  const later = { firstReadAt: new Date(AT.getTime() + 1), lastReadAt: new Date(AT.getTime() + 1) };
  const at = { paidAt: new Date(AT.getTime() + 7_000) };
  const told = (source: string, sourceId: string, set: Partial<FirstHandPayment> = {}) => ({ ...RECORD, ...at, source, sourceId, ...set });
  const rows = [
    told('a', '1'),
    told('a', '2', later),
    told('b', '3'),
    told('b', '4', later),
    told('b', '5', { ...later, memo: 'EX24A7K9Q2 2' }),
    told('c', '6'),
  ];
  for (const record of rows.slice(0, 4)) expect(rowsToldAgain(record, rows).map(({ sourceId }) => sourceId)).toEqual(['2', '4']);
  // Those read at once are transfers.
  expect(rowsToldAgain(told('a', '1'), [told('a', '1'), told('a', '2')])).toEqual([]);
  expect(rowsToldAgain(RECORD, [{ ...RECORD, sourceId: '2', ...later, amount: RECORD.amount + 1n }])).toEqual([]);
});

test('a record without what its payment’s memo names may lack a memo that was told later', () => {
  const named = { memo: 'EX24A7K9Q2 chuyen tien' };
  expect(mayLackMemo({ ...RECORD, memo: '' }, named)).toBe(true);
  expect(mayLackMemo({ ...RECORD, memo: 'ex24a7k9q2' }, named)).toBe(false);
  expect(mayLackMemo({ ...RECORD, memo: '' }, { memo: 'A' })).toBe(false);
  expect(mayLackMemo({ ...RECORD, memo: '', use: { paymentId: 'p1', orderId: 'o1' } }, named)).toBe(false);
});

describe('isTransferFree', () => {
  const row = (source: string, isUsed = false, memo = 'EX24A7K9Q2') => ({
    ...RECORD,
    source,
    memo,
    use: isUsed ? { paymentId: 'p', orderId: 'o' } : null,
  });

  test.each([
    ['one list', [row('a')], true],
    ['one list, taken', [row('a', true)], false],
    ['two lists of one transfer', [row('a'), row('b')], true],
    ['two lists of one transfer, taken by the other', [row('a'), row('b', true)], false],
    ['two transfers, one taken', [row('a', true), row('a'), row('b')], true],
    ['two transfers, both taken', [row('a', true), row('a'), row('b', true)], false],
    ['another order’s transfer, taken, which the other list has not told of', [row('a', true, 'LA3AAC8KVV'), row('b')], true],
    ['a transfer without a memo, taken, which the other list has not told of', [row('a', true, ''), row('b')], false],
    ['nothing', [], false],
  ] as const)('%s', (_, alike, expected) => {
    expect(isTransferFree({ ...RECORD, memo: 'EX24A7K9Q2' }, alike)).toBe(expected);
  });

  test.each([
    ['read later', 1_000, {}, false],
    ['read with it', 0, {}, true],
    ['read later, of the next second', 1_000, { paidAt: new Date(AT.getTime() + 1_000) }, true],
    ['read later, of another memo', 1_000, { memo: 'EX24A7K9Q2 2' }, true],
  ])('a row that the same list tells under another id: %s', (_, laterMs, otherwise, expected) => {
    const at = new Date(AT.getTime() + 7_000);
    const taken = { ...row('a', true), paidAt: at, firstReadAt: at, lastReadAt: at };
    const readAt = new Date(at.getTime() + laterMs);
    const again = { ...row('a'), paidAt: at, sourceId: '2', firstReadAt: readAt, lastReadAt: readAt, ...otherwise };
    expect(isTransferFree(again, [taken, again, row('b')])).toBe(expected);
    // A copy of the row that a stolen login has dated back makes no difference.
    expect(isTransferFree(again, [taken, { ...again, firstReadAt: at }])).toBe(expected);
  });

  test('a row told again is free while the first is not taken, whichever of the two is used', () => {
    const first = row('a');
    const again = { ...row('a'), sourceId: '2', firstReadAt: new Date(AT.getTime() + 1), lastReadAt: new Date(AT.getTime() + 1) };
    expect(isTransferFree(again, [first, again])).toBe(true);
    expect(isTransferFree(first, [first, { ...again, use: { paymentId: 'p', orderId: 'o' } }])).toBe(false);
  });

  test('a row told again that is a transfer of its own counts once, however many lists tell it again', () => {
    const later = { firstReadAt: new Date(AT.getTime() + 1), lastReadAt: new Date(AT.getTime() + 1) };
    const at = { paidAt: new Date(AT.getTime() + 7_000) };
    const rows = ['a', 'b'].flatMap((source) => [
      { ...row(source), ...at },
      { ...row(source), ...at, ...later, sourceId: '2' },
    ]);
    const [first, again, , ofOther] = rows as [FirstHandPayment, FirstHandPayment, FirstHandPayment, FirstHandPayment];
    const use = { paymentId: 'p', orderId: 'o' };
    const taken = rows.map((told) => (told === first ? { ...told, use } : told));
    const isOwn = ({ sourceId }: Pick<FirstHandPayment, 'sourceId'>) => sourceId === '2';
    expect(isTransferFree(again, taken)).toBe(false);
    expect(isTransferFree(again, taken, isOwn)).toBe(true);
    const takenTwice = taken.map((told) => (told === again ? { ...told, use } : told));
    expect(isTransferFree(ofOther, takenTwice, isOwn)).toBe(false);
    // A repeated row that no operator had journalled is no further transfer.
    expect(isTransferFree(ofOther, [...takenTwice, { ...again, sourceId: '3' }], isOwn)).toBe(false);
  });

  describe('another payment lends its transfer to no row that was paid already', () => {
    const at = (ms: number) => {
      const paidAt = new Date(AT.getTime() + ms);
      return { paidAt, firstReadAt: paidAt, lastReadAt: paidAt };
    };
    const of = (source: string, memo: string, ms: number, isUsed = false) => ({
      ...row(source, isUsed, memo),
      reference: '',
      ...at(ms),
      sourceId: `${memo}${ms}`,
    });

    test('while its memo is not told, where two lists tell the row', () => {
      const unnamed = of('a', '', 20_000);
      const [taken, ofOther] = [of('a', 'EX24A7K9Q2', 7_000, true), of('b', 'EX24A7K9Q2', 8_000)];
      expect(isTransferFree(ofOther, [taken, ofOther, unnamed])).toBe(false);
      expect(isTransferFree(ofOther, [taken, ofOther, { ...unnamed, memo: 'ex24a7k9q2 tien' }])).toBe(true);
      expect(isTransferFree(unnamed, [taken, ofOther, unnamed])).toBe(true);
    });

    test('with the same words, days later', () => {
      const [taken, ofOther] = [of('a', 'CK', 7_000, true), of('b', 'CK', 8_000)];
      expect(isTransferFree(ofOther, [taken, ofOther, of('a', 'CK', 2 * DAY_MS + 7_000)])).toBe(false);
      expect(isTransferFree(ofOther, [taken, ofOther, of('a', 'CK', 5 * MINUTE_MS)])).toBe(true);
    });

    test('with the same words, minutes later, where one list tells the row again', () => {
      const [taken, later] = [of('a', 'CK', 7_000, true), of('a', 'CK', 5 * MINUTE_MS)];
      const again = { ...taken, use: null, sourceId: 'again', firstReadAt: later.firstReadAt, lastReadAt: later.firstReadAt };
      expect(isTransferFree(again, [taken, again, later])).toBe(false);
      expect(isTransferFree(later, [taken, again, later])).toBe(true);
      expect(isTransferFree(again, [taken, again, later], ({ sourceId }) => sourceId === 'again')).toBe(true);
    });
  });

  test('of rows that were all read again later, one is the first, and those that are known to be transfers of their own are more', () => {
    const later = { firstReadAt: AT, lastReadAt: new Date(AT.getTime() + 1), paidAt: new Date(AT.getTime() + 7_000) };
    const use = { paymentId: 'p', orderId: 'o' };
    const [one, two] = [
      { ...row('a'), ...later, sourceId: '1' },
      { ...row('a'), ...later, sourceId: '2' },
    ];
    const isTwo = ({ sourceId }: Pick<FirstHandPayment, 'sourceId'>) => sourceId === '2';
    expect(isTransferFree(two, [{ ...one, use }, two])).toBe(false);
    expect(isTransferFree(two, [{ ...one, use }, two], isTwo)).toBe(true);
    expect(isTransferFree(two, [{ ...two, use }], () => true)).toBe(false);
    // A copy of one that is a transfer of its own is none, whether or not that was read again, and whatever was told before them.
    const copy = { ...two, sourceId: '3', firstReadAt: new Date(AT.getTime() + 2), lastReadAt: new Date(AT.getTime() + 2) };
    expect(isTransferFree(copy, [{ ...two, use }, copy], isTwo)).toBe(false);
    expect(isTransferFree(copy, [{ ...two, lastReadAt: AT, use }, copy], isTwo)).toBe(false);
  });

  test('one that another list dates hours later, under another reference, and was taken by', () => {
    const taken = { ...row('b', true), reference: `${RECORD.reference}-BNK`, paidAt: new Date(RECORD.paidAt.getTime() + 7 * HOUR_MS) };
    expect(isTransferFree(row('a'), [row('a'), taken])).toBe(false);
    expect(isTransferFree(row('a'), [row('a'), row('a'), taken])).toBe(true);
    expect(isTransferFree(row('a'), [row('a'), { ...taken, memo: '', reference: 'FT9' }])).toBe(true);
  });
});
