import { describe, expect, test } from 'vitest';
import { after, orderOf, paymentOf, START } from '../../testing/order.ts';
import { HOUR_MS } from '../durations.ts';
import type { Payment } from '../transfer/payment.ts';
import type { ClaimFacts } from './claim.ts';
import { fitOf, givesWholeReference, isFromDeclaredSender, POINTS, rankPayments, sendersNamedBy } from './rank-payments.ts';

const PRICE = 2_607_975n;
const REF = '7KQ2M9XR4B';
const PAID_AT = after(120_000);
const CLAIM: ClaimFacts = { paidAt: PAID_AT, bank: 'Vietcombank', accountEnd: '4567', reference: 'FT24001234567' };
const NOTHING: Partial<Payment> = { memo: 'chuyen tien', reference: 'X', amount: 1n, paidAt: after(24 * HOUR_MS), recordedAt: after(24 * HOUR_MS) };

const found = (set: Partial<Payment> = {}) => paymentOf({ state: 'case', caseCode: 'no_order', ...NOTHING, ...set });
const pointsOf = (set: Partial<Payment>, claim: Partial<ClaimFacts> = {}) => fitOf({ ...CLAIM, ...claim }, orderOf(), found(set));

test('a declared sender that is no account’s number gives no points, though the bank names it', () => {
  const points = (sender: string) => fitOf(CLAIM, orderOf({ sender }), found({ payer: sender })).sender;
  expect(points('9704')).toBe(0);
  expect(points('9704366800')).toBe(POINTS.sender);
});

describe('points', () => {
  test('are none for a payment that has nothing in common with the claim', () => {
    expect(pointsOf({})).toEqual({ total: 0, amount: 0, time: 0, sender: 0, memo: 0, reference: 0 });
  });

  test.each([
    ['exactly', PRICE, POINTS.amount],
    ['a dong off', PRICE + 1n, POINTS.amount / 2],
    ['a twentieth off', PRICE - PRICE / 20n, 5],
    ['a tenth off', PRICE + PRICE / 10n + 1n, 0],
  ])('for the missing amount, %s', (_, amount, points) => {
    expect(pointsOf({ amount })).toMatchObject({ amount: points, total: points });
  });

  test.each([
    ['five minutes', 300_000, 15],
    ['half an hour', 1_800_000, 10],
    ['six hours', 6 * HOUR_MS, 5],
    ['more', 6 * HOUR_MS + 1, 0],
  ])('for the time, within %s', (_, ms, points) => {
    for (const sign of [1, -1]) {
      const paidAt = new Date(PAID_AT.getTime() + sign * ms);
      expect(pointsOf({ paidAt })).toMatchObject({ time: points });
    }
  });

  test.each([
    ['MBVCB.6034.7kq2m9xr4b.CT tu', 40],
    ['7KQ2M 9XR4B', 40],
    ['7KQ2M9XR48', 32],
    ['7KQ2M9R4B chuyen tien', 32],
    ['7KQ2M9XXR4BB', 32],
    ['KQ2M9XR4', 24],
    ['Q2M9XR', 8],
    ['2M9X', 0],
    ['', 0],
  ])('for a memo that is almost the reference: %s', (memo, points) => {
    expect(pointsOf({ memo })).toMatchObject({ memo: points });
  });

  test.each([
    ['the payer that the network tells', { payer: '0011001234567' }, 15],
    ['an account in the bank’s text', { memo: 'CT tu 0011001234567 NGUYEN VAN A' }, 15],
    ['another account', { payer: '0011007654321' }, 0],
    ['a short number in the text', { memo: 'hoa don 4567' }, 0],
  ])('for the last characters of %s', (_, set, points) => {
    expect(pointsOf(set)).toMatchObject({ sender: points });
  });

  test('in full for the account that was declared with the order', () => {
    const order = orderOf({ sender: '0011001234567' });
    expect(fitOf({ ...CLAIM, accountEnd: null }, order, found({ memo: 'tu TK 0011001234567' }))).toMatchObject({ sender: POINTS.sender });
    expect(fitOf({ ...CLAIM, accountEnd: null }, orderOf({ sender: '001100' }), found({ memo: 'tu TK 001100' }))).toMatchObject({
      sender: POINTS.sender,
    });
    const named = orderOf({ sender: 'ABC0011001' });
    for (const payer of ['ABC0011001', 'abc0011001']) expect(fitOf(CLAIM, named, found({ payer }))).toMatchObject({ sender: POINTS.sender });
  });

  test.each([
    ['FT24001234567', 'FT24001234567', POINTS.reference],
    ['ft 2400.1234567', 'FT24001234567', POINTS.reference],
    ['1234567', 'FT24001234567', POINTS.reference],
    ['4567', 'FT24001234567', 0],
    [null, '', 0],
    ['FT24001234567', 'FT24001234568', 0],
  ])('for the transaction number %s of %s', (told, reference, points) => {
    expect(pointsOf({ reference }, { reference: told })).toMatchObject({ reference: points });
  });

  test.each([
    ['FT24001234567', true],
    [' ft-2400 1234.567 ', true],
    ['24001234567', false],
    ['FT240012345678', false],
    [null, false],
  ])('for all of the transaction number, or not: %s', (reference, isWhole) => {
    expect(givesWholeReference({ reference }, found({ reference: 'FT24001234567' }))).toBe(isWhole);
  });

  test('for all of a number that is too short to be anybody’s alone, as for none', () => {
    expect(givesWholeReference({ reference: '12345' }, found({ reference: '12345' }))).toBe(false);
    expect(givesWholeReference({ reference: '123456' }, found({ reference: '123456' }))).toBe(true);
    expect(givesWholeReference({ reference: '' }, found({ reference: '' }))).toBe(false);
  });

  test('for a number that only the bank’s text has', () => {
    expect(pointsOf({ memo: 'GD 24001234567-010124', reference: 'X9' }, { reference: '24001234567' })).toMatchObject({ reference: POINTS.reference });
  });
});

describe('ranked payments', () => {
  test('are those that fit, the best first', () => {
    const sameMinute = { amount: PRICE, paidAt: PAID_AT };
    const payments = [
      found({ id: 'amount alone', amount: PRICE }),
      found({ id: 'amount and time', ...sameMinute }),
      found({ id: 'almost the reference', ...sameMinute, memo: `${REF.slice(0, 9)}8` }),
      found({ id: 'transaction number', ...sameMinute, reference: 'FT24001234567' }),
      found({ id: 'time alone', paidAt: PAID_AT }),
    ];
    expect(rankPayments(CLAIM, orderOf(), payments).map(({ payment }) => payment.id)).toEqual([
      'transaction number',
      'almost the reference',
      'amount and time',
    ]);
  });

  test('of one fit are sorted by their time', () => {
    const at = (id: string, ms: number) => found({ id, amount: PRICE, paidAt: new Date(PAID_AT.getTime() + ms) });
    const ids = rankPayments(CLAIM, orderOf(), [at('later', 200_000), at('sooner', -100_000)]).map(({ payment }) => payment.id);
    expect(ids).toEqual(['sooner', 'later']);
  });

  test.each([
    ['of another network', { network: 'perfect-money', unit: 'pm' }],
    ['in another unit', { unit: 'pm' }],
    ['made before the order', { paidAt: after(-300_001), recordedAt: after(-300_001) }],
  ] as const)('are none %s', (_, set) => {
    const payment = found({ amount: PRICE, memo: REF, reference: 'FT24001234567', ...set });
    expect(rankPayments(CLAIM, orderOf(), [payment])).toEqual([]);
  });

  test('weigh the amount and the time, which anybody could guess, less than any evidence of whose the payment is', () => {
    expect(POINTS.amount + POINTS.time).toBeLessThan(POINTS.memo);
    expect(POINTS.amount + POINTS.time).toBeLessThan(POINTS.reference);
  });
});

describe('a payment is the order’s without a person’s judgement', () => {
  const SENDER = '0011001234567';
  const OWN_PAYOUT = '0071000888999';
  const OWN = new Set([OWN_PAYOUT]);
  const order = orderOf({ sender: SENDER });
  const exact = (set: Partial<Payment> = {}) => found({ amount: PRICE, paidAt: PAID_AT, recordedAt: PAID_AT, memo: `CT tu ${SENDER} toi`, ...set });
  const { account } = exact();

  test.each([
    ['the bank’s text', exact()],
    ['the bank’s text, which names our account as well', exact({ memo: `CT tu ${SENDER} NGUYEN VAN A toi ${account} CONG TY; ${SENDER}` })],
    ['the bank’s text, which names another account of ours as well', exact({ memo: `CT tu ${SENDER} toi ${OWN_PAYOUT}` })],
    ['the network', exact({ memo: '', payer: SENDER })],
  ])('when its exact amount comes from the declared account by %s', (_, payment) => {
    expect(isFromDeclaredSender(order, payment, OWN)).toBe(true);
  });

  test.each([
    ['of another amount', order, exact({ amount: PRICE - 1n })],
    ['without an account', order, exact({ memo: 'chuyen tien' })],
    ['with the account inside a longer number', order, exact({ memo: `CT tu 9${SENDER}` })],
    ['with the last digits alone', order, exact({ memo: 'CT tu xxxx4567' })],
    ['before the order', order, exact({ paidAt: after(-300_001), recordedAt: START })],
    ['a moment before the order', order, exact({ paidAt: after(-1), recordedAt: START })],
    ['of an order that declared nobody', orderOf(), exact()],
    ['of an order that declared a short number', orderOf({ sender: '12345' }), exact({ memo: 'tu 12345' })],
    ['of an order that declared a word', orderOf({ sender: 'CHUYEN' }), exact({ memo: `CHUYEN tien tu ${SENDER}` })],
    ['of an order that declared a word with few digits', orderOf({ sender: 'KHACH12345' }), exact({ memo: 'tu KHACH12345' })],
    ['of an order that declared our account', orderOf({ sender: account }), exact({ memo: `CT toi ${account}` })],
    ['of an order that declared our account in lower case', orderOf({ sender: 'qd0011001' }), exact({ account: 'QD0011001', memo: 'toi QD0011001' })],
    ['of an order that declared another account of ours', orderOf({ sender: OWN_PAYOUT }), exact({ memo: `CT tu ${OWN_PAYOUT}` })],
    ['of an order that declared our account as the network’s payer', orderOf({ sender: OWN_PAYOUT }), exact({ memo: '', payer: OWN_PAYOUT })],
    ['with another account in the bank’s text', order, exact({ memo: `CT tu 0029998887776 toi ${SENDER}` })],
    ['of an order that misses another amount', { ...order, amountPaid: 1n }, exact()],
    ['on another network', order, exact({ network: 'webmoney' })],
  ])('never %s', (_, of, payment) => {
    expect(isFromDeclaredSender(of, payment, OWN)).toBe(false);
  });

  test('and its text names whom else it could be of: every word, and the payer that the network tells', () => {
    expect(sendersNamedBy(exact({ memo: `CT tu ${SENDER} khách12`, payer: 'U7654321' }))).toEqual(['CT', 'TU', SENDER, 'KHACH12', 'U7654321']);
    expect(sendersNamedBy(exact({ memo: '' }))).toEqual([]);
  });
});
