import { describe, expect, test } from 'vitest';
import { paymentOf } from '../../testing/order.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Payment } from './payment.ts';
import * as sameTransfer from './same-transfer.ts';
import { haveOnePayee, type KnownPayees, nearbyWindow, reportWindow, sameReferenceWindow, tellingOf } from './same-transfer.ts';

type Report = Parameters<typeof sameTransfer.findSameTransfer>[0];

/** What looks like a payee in these memos is not known, unless a test says so. */
const NOBODY: KnownPayees = new Set();
const findSameTransfer = (report: Report, known: readonly Payment[], payees = NOBODY) => sameTransfer.findSameTransfer(report, known, payees);
const mayBeSameTransfer = (report: Report, other: Report, payees = NOBODY) => sameTransfer.mayBeSameTransfer(report, other, payees);
const isOtherTransfer = (report: Report, known: Report, payees = NOBODY) => sameTransfer.isOtherTransfer(report, known, payees);

const AT = new Date('2026-01-06T03:00:00Z');
/** First second of that day in Vietnam. */
const MIDNIGHT = new Date('2026-01-05T17:00:00Z');
const report = { network: 'bank' as const, account: '0011004567890', reference: '3516', amount: 500_000n, memo: 'CT DEN:7KQ2M9XR4B', paidAt: AT };
const later = (ms: number) => new Date(AT.getTime() + ms);
const isSame = (set: Partial<typeof report>, of: Partial<typeof report> = {}) =>
  findSameTransfer({ ...report, ...of }, [paymentOf({ ...report, ...set })]) !== null;

describe('a report under an id that its source has given before', () => {
  test.each([
    ['tells of the same transfer if it says the same', {}, false],
    ['of another account tells of another transfer', { account: '0011009999999' }, true],
    ['of another amount alone tells of the same one, corrected', { amount: 600_000n }, false],
    ['of another memo alone tells of the same one, corrected', { memo: 'chuyen tien' }, false],
    ['of another day, reference and memo tells of another transfer', { paidAt: later(48 * HOUR_MS), reference: '9', memo: 'chuyen tien' }, true],
  ])('%s', (_, set, isOther) => {
    expect(isOtherTransfer({ ...report, ...set }, report)).toBe(isOther);
  });

  test('with the same reference tells of the same one, whatever its memo says by now', () => {
    expect(isOtherTransfer({ ...report, memo: 'CT DEN:9XR4B7KQ2M' }, report)).toBe(false);
    expect(isOtherTransfer({ ...report, memo: 'CT DEN:9XR4B7KQ2M', reference: '9917' }, report)).toBe(true);
  });

  test('tells nothing on networks whose references identify payments', () => {
    expect(isOtherTransfer({ ...report, network: 'tron', account: 'T1' }, { ...report, network: 'tron' })).toBe(false);
  });
});

describe('tellingOf', () => {
  const report = {
    network: 'bank',
    account: '0011004567890',
    reference: 'FT1',
    amount: 100n,
    memo: 'EX24A7K9Q2',
    paidAt: new Date('2026-01-06T02:00:07Z'),
  } as const;

  test.each([
    ['account', { account: '1' }],
    ['reference', { reference: 'FT2' }],
    ['amount', { amount: 101n }],
    ['memo', { memo: 'EX24A7K9Q2 2' }],
    ['second', { paidAt: new Date('2026-01-06T02:00:08Z') }],
  ])('differs by %s', (_, otherwise) => {
    expect(tellingOf({ ...report, ...otherwise })).not.toBe(tellingOf(report));
  });

  test('is the same whatever stands between the letters of the memo', () => {
    expect(tellingOf({ ...report, memo: ' ex24a7k9q2.' })).toBe(tellingOf(report));
  });

  test.each([
    ['only the day is known', { paidAt: new Date('2026-01-05T17:00:00Z') }],
    ['neither reference nor memo is', { reference: '', memo: ' . ' }],
    ['no reference is, and only the minute', { reference: '', paidAt: new Date('2026-01-06T02:00:00Z') }],
    ['no memo is, and only the minute', { memo: '', paidAt: new Date('2026-01-06T02:00:00Z') }],
    ['references identify payments', { network: 'tron' as const }],
  ])('is null where %s', (_, otherwise) => {
    expect(tellingOf({ ...report, ...otherwise })).toBeNull();
  });

  test.each([{ reference: '' }, { memo: '' }, { paidAt: new Date('2026-01-06T02:00:00Z') }])('is known with %j', (otherwise) => {
    expect(tellingOf({ ...report, ...otherwise })).not.toBeNull();
  });
});

describe('findSameTransfer', () => {
  test('needs account, amount and reference', () => {
    expect(isSame({})).toBe(true);
    expect(isSame({ memo: 'told differently' })).toBe(true);
    expect(isSame({ account: '0011004567891' })).toBe(false);
    expect(isSame({ amount: 500_001n })).toBe(false);
    expect(isSame({ reference: '3517', memo: '' })).toBe(false);
  });

  test.each<[string, number, Partial<typeof report>]>([
    ['of one without a reference', 10 * MINUTE_MS, { reference: '', memo: '' }],
    ['of the same reference', 12 * HOUR_MS, { memo: '' }],
    ['of the same order', 72 * HOUR_MS, { memo: 'MBVCB.1.7KQ2M9XR4B-CHUYEN TIEN' }],
    ['of the same order, with a reference that has a suffix', 72 * HOUR_MS, { reference: '3516-BNK' }],
    ['of the same order, without a reference', 72 * HOUR_MS, { reference: '' }],
  ])('takes times %s up to %d ms apart, either way', (_, ms, set) => {
    expect([ms, -ms].map((apart) => isSame({ ...set, paidAt: later(apart) }))).toEqual([true, true]);
    expect([ms, -ms].map((apart) => isSame({ ...set, paidAt: later(apart + Math.sign(apart)) }))).toEqual([false, false]);
    expect(isSame({ paidAt: later(ms) }, set), 'told the other way round').toBe(true);
  });

  test.each<[string, number, Partial<typeof report>, Partial<typeof report>]>([
    ['a long reference with a prefix', 12 * HOUR_MS, { reference: 'FT99900123' }, { reference: 'BNK-FT99900123' }],
    ['a short one with a prefix', 10 * MINUTE_MS, { reference: '3516' }, { reference: 'VCB.3516' }],
    ['no reference', 12 * HOUR_MS, { reference: '' }, { reference: '' }],
  ])('takes %s and one memo that names no order for one transfer up to %d ms apart', (_, ms, one, other) => {
    const memo = 'CT 0011001001002';
    const is = (apart: number, set: Partial<typeof report> = {}) =>
      isSame({ ...one, memo, paidAt: later(apart) }, { ...other, memo: 'CT-0011001001002', ...set });
    expect([is(ms), is(-ms), is(ms + 1), is(-ms - 1)]).toEqual([true, true, false, false]);
    expect(is(ms, { memo: ' ct0011001001002.' })).toBe(true);
    expect(is(11 * MINUTE_MS, { memo: 'another' })).toBe(false);
    expect(is(0, { amount: 1n })).toBe(false);
    const nothing = { reference: '', memo: '- ' };
    expect(isSame({ ...nothing, paidAt: later(11 * MINUTE_MS) }, nothing)).toBe(false);
  });

  test('takes long references that are alike for one transfer within minutes, though one source tells the memo later', () => {
    const one = { ...report, memo: 'DEPCV7KQ2M9XR', reference: 'FT99900123' };
    const is = (set: Partial<typeof report>) => isSame({ ...one, reference: 'BNK-FT99900123', memo: '', ...set }, one);
    expect([is({}), is({ memo: 'GD' }), is({ paidAt: later(10 * MINUTE_MS) })]).toEqual([true, true, true]);
    expect([is({ paidAt: later(11 * MINUTE_MS) }), is({ memo: 'DEPCV8NR3P2YT' }), is({ reference: 'T999001' })]).toEqual([false, false, false]);
  });

  test('counts for who pays out what has one memo, or references that are alike, as one transfer within hours', () => {
    const one = { ...report, memo: 'CT 0011001001002', reference: 'FT99900123' };
    const told = { ...one, paidAt: later(12 * HOUR_MS) };
    expect(mayBeSameTransfer(one, { ...told, reference: '7' })).toBe(true);
    expect(mayBeSameTransfer(one, { ...told, reference: 'BNK-FT99900123', memo: 'chuyen tien' })).toBe(true);
    expect(mayBeSameTransfer(one, { ...told, reference: '7', memo: 'chuyen tien' })).toBe(false);
    expect(mayBeSameTransfer(one, { ...told, reference: '7', paidAt: later(13 * HOUR_MS) })).toBe(false);
    expect(mayBeSameTransfer(one, { ...told, paidAt: later(72 * HOUR_MS) })).toBe(true);
    expect(mayBeSameTransfer(one, { ...told, paidAt: later(73 * HOUR_MS) })).toBe(false);
    expect(mayBeSameTransfer({ ...one, memo: report.memo }, { ...told, reference: '7', memo: '8KQ2M9XR4C' })).toBe(false);
  });

  test('counts for who pays out what names different orders as two transfers, however alike the references', () => {
    const one = { ...report, reference: 'FT99900123' };
    expect(mayBeSameTransfer(one, { ...one, reference: 'bnk-ft99900123', paidAt: later(HOUR_MS) })).toBe(true);
    expect(mayBeSameTransfer(one, { ...one, reference: 'BNK-FT99900123', memo: '8KQ2M9XR4C', paidAt: later(HOUR_MS) })).toBe(false);
  });

  test('counts for who pays out different references as two transfers where they do not repeat', () => {
    const one = { ...report, network: 'perfect-money' as const, reference: '991' };
    expect(mayBeSameTransfer(one, { ...one, reference: '992' })).toBe(false);
  });

  test('keeps payments of one order apart that have different references, which may be one for who pays out', () => {
    const other = { ...report, reference: '3517' };
    expect(isSame({ reference: '3517' })).toBe(false);
    expect(isSame({ reference: '16' }, { reference: '316' })).toBe(false);
    expect(isSame({ reference: 'a1B', paidAt: later(72 * HOUR_MS) }, { reference: 'A1b' })).toBe(true);
    expect(mayBeSameTransfer(report, other)).toBe(true);
    expect(mayBeSameTransfer(report, { ...other, paidAt: later(73 * HOUR_MS) })).toBe(false);
    expect(mayBeSameTransfer(report, { ...other, memo: '' })).toBe(false);
    expect(mayBeSameTransfer(report, { ...other, amount: 1n })).toBe(false);
  });

  test('takes references by their letters where they do not repeat, and times within minutes', () => {
    const is = (set: Partial<Payment>) =>
      findSameTransfer({ ...report, network: 'perfect-money' }, [paymentOf({ ...report, network: 'perfect-money', ...set })]);
    expect(is({})).not.toBeNull();
    expect(is({ reference: '3517' })).toBeNull();
    expect(is({ paidAt: later(11 * MINUTE_MS) })).toBeNull();
  });

  test('takes any time of the day that a source names without a time', () => {
    const lastSecond = new Date(MIDNIGHT.getTime() + 24 * HOUR_MS - 1_000);
    expect([isSame({ paidAt: MIDNIGHT }), isSame({}, { paidAt: MIDNIGHT })]).toEqual([true, true]);
    expect([isSame({ paidAt: lastSecond }, { paidAt: MIDNIGHT }), isSame({ paidAt: MIDNIGHT }, { paidAt: lastSecond })]).toEqual([true, true]);
    const nameless = { reference: '', memo: '' };
    expect(isSame({ ...nameless, paidAt: new Date(MIDNIGHT.getTime() - 1_000) }, { paidAt: MIDNIGHT })).toBe(false);
    expect(isSame({ ...nameless, paidAt: new Date(MIDNIGHT.getTime() + 24 * HOUR_MS) }, { paidAt: MIDNIGHT })).toBe(false);
  });

  test('tells transfers apart by the orders that their memos name, with one reference or without', () => {
    expect(isSame({ memo: '8KQ2M9XR4C' })).toBe(false);
    expect(isSame({ memo: 'MBVCB.1.7KQ2M9XR4B-CHUYEN TIEN' })).toBe(true);
    expect(isSame({ reference: '' })).toBe(true);
    expect(isSame({}, { reference: '' })).toBe(true);
    expect(isSame({ reference: '', memo: 'MBVCB.1.7KQ2M9XR4B-CHUYEN TIEN' })).toBe(true);
    expect(isSame({ reference: '', memo: '' })).toBe(true);
    expect(isSame({}, { reference: '', memo: '' })).toBe(true);
    expect(isSame({ reference: '', memo: '8KQ2M9XR4C' })).toBe(false);
  });

  test('prefers the reference, then the nearest time', () => {
    const [none, far, near] = [
      paymentOf({ ...report, id: 'none', reference: '' }),
      paymentOf({ ...report, id: 'far', paidAt: later(-9 * MINUTE_MS) }),
      paymentOf({ ...report, id: 'near', paidAt: later(2 * MINUTE_MS) }),
    ];
    expect(findSameTransfer(report, [none, far, near])?.id).toBe('near');
    expect(findSameTransfer(report, [none, far])?.id).toBe('far');
    expect(findSameTransfer(report, [none])?.id).toBe('none');
    expect(findSameTransfer(report, [])).toBeNull();
  });
});

test('sameReferenceWindow holds twelve hours around a time, and its whole day where only that is known', () => {
  expect(sameReferenceWindow({ network: 'bank', paidAt: AT })).toEqual({ from: later(-12 * HOUR_MS), to: later(12 * HOUR_MS) });
  const day = { from: new Date(MIDNIGHT.getTime() - 12 * HOUR_MS), to: new Date(MIDNIGHT.getTime() + 24 * HOUR_MS - 1) };
  expect(sameReferenceWindow({ network: 'bank', paidAt: MIDNIGHT })).toEqual(day);
  const evening = new Date(MIDNIGHT.getTime() + 20 * HOUR_MS);
  expect(sameReferenceWindow({ network: 'bank', paidAt: evening })).toEqual({ from: MIDNIGHT, to: new Date(evening.getTime() + 12 * HOUR_MS) });
});

test('nearbyWindow holds three days around a time', () => {
  expect(nearbyWindow({ paidAt: AT })).toEqual({ from: later(-72 * HOUR_MS), to: later(72 * HOUR_MS) });
});

test('reportWindow holds the times that another source may give, or the day', () => {
  expect(reportWindow({ network: 'bank', paidAt: AT })).toEqual({ from: later(-10 * MINUTE_MS), to: later(10 * MINUTE_MS), day: MIDNIGHT });
  expect(reportWindow({ network: 'bank', paidAt: MIDNIGHT })).toEqual({
    from: MIDNIGHT,
    to: new Date(MIDNIGHT.getTime() + 24 * HOUR_MS - 1),
    day: MIDNIGHT,
  });
});

describe('deposits of different customers', () => {
  const [lan, minh] = ['LAN CHUYEN DEPCV7KQ2M9XR', 'MINH CHUYEN DEPCV8LR3N9YS'];

  test.each([
    ['a missing reference', { reference: '' }, {}],
    ['a missing reference, hours apart', { reference: '', paidAt: later(5 * HOUR_MS) }, {}],
    ['references that repeat', {}, {}],
  ])('are different transfers, despite %s', (_, set, of) => {
    expect(isSame({ memo: lan, ...set }, { memo: minh, ...of })).toBe(false);
    expect(mayBeSameTransfer({ ...report, memo: lan, ...set }, { ...report, memo: minh, ...of })).toBe(false);
  });

  test('are the same where one memo names both, or the same customer otherwise', () => {
    expect(isSame({ memo: `${lan} ${minh}` }, { memo: minh })).toBe(true);
    expect(isSame({ memo: 'DEPCV 7KQ2M9XR' }, { memo: lan })).toBe(true);
  });
});

test('a memo that names a depositor may be of one transfer with a memo that names nobody', () => {
  const named = { ...report, memo: 'DEPCV7KQ2M9XR' };
  expect(findSameTransfer({ ...report, memo: 'ck' }, [paymentOf(named)])).not.toBeNull();
  expect(findSameTransfer(named, [paymentOf({ ...report, memo: 'ck' })])).not.toBeNull();
});

describe('a name that two payers share', () => {
  const [thief, victim] = ['NGUYEN VAN AN DEPCV23456789AB', 'NGUYEN VAN AN 7KQ2M9XR4B'];
  const ofThief = { ...report, reference: '', memo: thief };
  const ofVictim = { ...report, reference: '', memo: victim };
  const known: KnownPayees = new Set(['7KQ2M9XR4B', ...sameTransfer.payeesIn('DEPCV23456789AB').slice(0, 1)]);

  test('makes no one transfer of two whose payees are known', () => {
    expect(findSameTransfer(ofVictim, [paymentOf(ofThief)], known)).toBeNull();
    expect(mayBeSameTransfer(ofVictim, ofThief, known)).toBe(false);
    expect(haveOnePayee(ofVictim, ofThief, known)).toBe(false);
    const strangers = { ...report, reference: '', memo: 'NGUYEN VAN ANH 9XR4B7KQ2M GD' };
    const both: KnownPayees = new Set(['7KQ2M9XR4B', '9XR4B7KQ2M']);
    expect([mayBeSameTransfer(ofVictim, strangers, both), mayBeSameTransfer(ofVictim, strangers, NOBODY)]).toEqual([false, true]);
  });

  test('makes one transfer of two rows that name one payee, whatever their other words', () => {
    const shown = { ...ofVictim, memo: 'MBVCB 7KQ2M9XR4B CT TU 0011', paidAt: later(30 * HOUR_MS) };
    expect(mayBeSameTransfer(ofVictim, shown, known)).toBe(true);
    expect(haveOnePayee(ofVictim, shown, known)).toBe(true);
  });

  describe('makes one transfer of two rows of different accounts that name one depositor', () => {
    const depositor = { ...ofThief, account: '96247VA01' };
    const shown = { ...ofThief, memo: 'MBVCB.5551.DEPCV23456789AB tu NGUYEN', reference: '3516' };
    const isOne = (reference: string, paidAt: Date, of: Date = AT) =>
      mayBeSameTransfer({ ...depositor, reference, paidAt: of }, { ...shown, paidAt }, known);
    const isOneAfter = (reference: string, hours: number) => isOne(reference, later(hours * HOUR_MS));

    test('within hours if their references are alike, or one is missing', () => {
      expect(['', '3516', 'VCB.3516', '9917'].map((reference) => isOneAfter(reference, 12))).toEqual([true, true, true, false]);
      expect([isOneAfter('', 13), isOneAfter('3516', 13)]).toEqual([false, false]);
      expect(mayBeSameTransfer(depositor, { ...shown, memo: 'NGUYEN VAN AN', paidAt: later(HOUR_MS) }, known)).toBe(false);
    });

    test('at one time whatever their references', () => {
      expect([isOneAfter('9917', 0), isOne('9917', later(10 * MINUTE_MS)), isOne('9917', later(11 * MINUTE_MS))]).toEqual([true, true, false]);
      expect(isOne('9917', new Date(MIDNIGHT.getTime() + 20 * HOUR_MS), MIDNIGHT)).toBe(true);
    });

    test('within days if one tells the day alone and their references are alike', () => {
      const booked = (days: number) => new Date(MIDNIGHT.getTime() + days * 24 * HOUR_MS);
      expect(['', '3516', '9917'].map((reference) => isOne(reference, booked(3)))).toEqual([true, true, false]);
      expect([isOne('', AT, booked(3)), isOne('', booked(4))]).toEqual([true, false]);
    });
  });

  test('is no payee in common with a row that names none', () => {
    const unnamed = { ...report, reference: '', memo: 'NGUYEN VAN AN chuyen tien' };
    expect([mayBeSameTransfer(ofThief, unnamed, known), haveOnePayee(ofThief, unnamed, known)]).toEqual([true, false]);
    expect(mayBeSameTransfer(ofThief, { ...unnamed, paidAt: later(30 * HOUR_MS) }, known)).toBe(false);
  });
});
