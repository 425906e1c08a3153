import { describe, expect, test } from 'vitest';
import { after, contextAt, orderOf, paymentOf, START, TIMER_MS } from '../../testing/order.ts';
import { DAY_MS } from '../durations.ts';
import type { NetworkCode } from '../networks.ts';
import { ORDER_REASONS, ORDER_STATUS_CODES, type OrderReason, type OrderStatus } from '../order-status.ts';
import { canClaim, missesPayment } from './can-claim.ts';
import { checkClaim, MISSING_STATUSES, type PaymentClaim } from './claim.ts';
import { decideAnswerClaim, decideClaimedPayment, decideCloseClaim, decideReceiveClaim } from './decide-claim.ts';

const NOW = after(600_000);
const CLAIM: PaymentClaim = {
  id: 'claim-1',
  version: 1,
  orderId: 'order-1',
  n: 1,
  paidAt: START,
  bank: 'Vietcombank',
  accountEnd: '4567',
  reference: null,
  state: 'new',
  answer: null,
  createdAt: NOW,
  answeredAt: null,
};
/** A transaction id as chains have it. */
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const OPEN: PaymentClaim = { ...CLAIM, state: 'open', version: 2 };

test('a payment can be missing from orders that were not paid, and from no others', () => {
  const missing = ORDER_STATUS_CODES.flatMap((status) =>
    [null, ...ORDER_REASONS].filter((reason) => missesPayment({ status, reason })).map((reason) => `${status} ${reason}`),
  );
  const pending = ([null, ...ORDER_REASONS] as (OrderReason | null)[]).map((reason) => `pending ${reason}`);
  const cancelled = ['cancelled expired', 'cancelled superseded', 'cancelled abandoned'];
  expect(missing.sort()).toEqual([...pending, 'verifying_transaction underpaid', ...cancelled].sort());
});

test.each<[string, number, boolean]>([
  ['in its first minute', 59_999, false],
  ['after a minute', 60_000, true],
  ['within 30 days', 30 * DAY_MS, true],
  ['later', 30 * DAY_MS + 1, false],
])('an order is claimed to be paid %s: %s ms', (_, ageMs, expected) => {
  expect(canClaim(orderOf(), after(ageMs))).toBe(expected);
  expect(canClaim(orderOf({ status: 'paid' satisfies OrderStatus }), after(ageMs))).toBe(false);
});

test('an order that was cancelled unpaid can be claimed at once: nobody waits for its payment any more', () => {
  const cancelled = orderOf({ status: 'cancelled', reason: 'abandoned' });
  expect([canClaim(cancelled, after(0)), canClaim(cancelled, after(30 * DAY_MS + 1))]).toEqual([true, false]);
});

describe('what a customer tells', () => {
  const GOOD = { paidAt: START, bank: ' Vietcombank ', accountEnd: ' 45 67 ', reference: 'FT 2400 12' };

  test('is taken without the spaces that people copy', () => {
    expect(checkClaim(GOOD, orderOf(), NOW)).toEqual({ facts: { paidAt: START, bank: 'Vietcombank', accountEnd: '4567', reference: 'FT240012' } });
    const facts = { paidAt: START, bank: null, accountEnd: '4567', reference: 'FT240012' };
    expect(checkClaim({ ...GOOD, bank: '', accountEnd: ' ' }, orderOf(), NOW)).toEqual({ facts: { ...facts, accountEnd: null } });
    expect(checkClaim({ ...GOOD, bank: '', reference: '' }, orderOf(), NOW)).toEqual({ facts: { ...facts, reference: null } });
  });

  test.each([
    ['0011 0012 34567', '1001234567'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'E7Ef1BeAed'],
    ['1234567890', '1234567890'],
    ['****4567', '4567'],
    ['•••• 4567', '4567'],
    ['001…567', '567'],
    ['U123..567', '567'],
    ['xxxx4567', '4567'],
    // One letter is part of a number.
    ['VNx4567', 'VNx4567'],
    ['0011.0012.345-67', '1001234567'],
    ['TXxx8zV', 'TXxx8zV'],
  ])('keeps the last characters of a whole account: %s', (accountEnd, kept) => {
    expect(checkClaim({ ...GOOD, accountEnd }, orderOf(), NOW)).toMatchObject({ facts: { accountEnd: kept } });
  });

  test.each([
    [{ paidAt: null }, 'paidAt', 'required'],
    [{ paidAt: new Date('never') }, 'paidAt', 'required'],
    [{ paidAt: after(900_001) }, 'paidAt', 'future'],
    [{ paidAt: after(-300_001) }, 'paidAt', 'beforeOrder'],
    [{ bank: 'x'.repeat(61) }, 'bank', 'invalid'],
    [{ accountEnd: '12' }, 'accountEnd', 'invalid'],
    [{ accountEnd: '1'.repeat(65) }, 'accountEnd', 'invalid'],
    [{ accountEnd: '', reference: '' }, 'accountEnd', 'required'],
    [{ accountEnd: ' ', reference: '  ' }, 'accountEnd', 'required'],
    [{ accountEnd: '45*7' }, 'accountEnd', 'invalid'],
    [{ accountEnd: '****' }, 'accountEnd', 'invalid'],
    [{ reference: 'FT1' }, 'reference', 'invalid'],
    [{ reference: 'FT<script>' }, 'reference', 'invalid'],
    [{ reference: 'x'.repeat(101) }, 'reference', 'invalid'],
  ])('%j is refused', (set, field, problem) => {
    expect(checkClaim({ ...GOOD, ...set }, orderOf(), NOW)).toEqual({ problems: [{ field, problem }] });
  });

  test('is refused with everything that is wrong, in the order of the fields', () => {
    expect(checkClaim({ paidAt: null, bank: 'x'.repeat(61), accountEnd: '1', reference: '?' }, orderOf(), NOW)).toEqual({
      problems: [
        { field: 'paidAt', problem: 'required' },
        { field: 'bank', problem: 'invalid' },
        { field: 'accountEnd', problem: 'invalid' },
        { field: 'reference', problem: 'invalid' },
      ],
    });
  });

  test.each<[NetworkCode, string, string | null]>([
    ['tron', HASH, HASH],
    ['tron', HASH.toUpperCase(), HASH],
    ['tron', `https://tronscan.org/#/transaction/${HASH}`, HASH],
    ['tron', `0x${HASH}`, null],
    ['tron', HASH.slice(1), null],
    ['bitcoin', ` ${HASH.slice(0, 32)} ${HASH.slice(32)} `, HASH],
    ['bitcoin', '0x1234', null],
    ['ethereum', `0x${HASH}`, `0x${HASH}`],
    ['bsc', `https://bscscan.com/tx/0x${HASH}?a=1`, `0x${HASH}`],
    ['ethereum', '0x1234', null],
    ['ethereum', HASH, null],
    ['bsc', `0x${HASH}0`, null],
    ['bank', '0x1234', '0x1234'],
  ])('on %s: transaction %s is read as %s', (payInNetwork, reference, kept) => {
    const checked = checkClaim({ ...GOOD, reference }, orderOf({ payInNetwork }), NOW);
    if (kept === null) expect(checked).toEqual({ problems: [{ field: 'reference', problem: 'invalid' }] });
    else expect(checked).toMatchObject({ facts: { reference: kept } });
  });

  test('may be off by the clocks’ difference', () => {
    for (const paidAt of [after(-300_000), after(900_000)]) expect(checkClaim({ ...GOOD, paidAt }, orderOf(), NOW)).toHaveProperty('facts');
  });
});

describe('a claim', () => {
  const CTX = contextAt(NOW);

  test('is received in the order’s log, and answered there', () => {
    const received = decideReceiveClaim(orderOf(), CLAIM, CTX);
    expect(received.events).toMatchObject([{ code: 'claim_received', n: 2, params: { paidAt: CLAIM.paidAt.toISOString() } }]);
    expect(received.order?.after).toEqual({ ...orderOf(), version: 2, eventCount: 2 });
    expect(received.claims).toEqual([{ before: CLAIM, after: OPEN }]);
    for (const answer of ['found', 'not_found', 'more_needed'] as const) {
      const answered = decideAnswerClaim(orderOf(), OPEN, answer, CTX);
      expect(answered.events).toMatchObject([{ code: `claim_${answer}` }]);
      expect(answered.claims).toEqual([{ before: OPEN, after: { ...OPEN, version: 3, state: 'answered', answer, answeredAt: NOW } }]);
      expect([answered.postings, answered.payments]).toEqual([[], []]);
    }
  });

  test('of an order that was paid meanwhile is closed without a word', () => {
    const closed = decideCloseClaim(orderOf({ status: 'paid' }), OPEN, CTX);
    expect(closed.events).toEqual([]);
    expect(closed.claims).toMatchObject([{ after: { state: 'answered', answer: null, answeredAt: NOW } }]);
  });

  test('pays its order only with a payment that is exact and in time, as if the memo had named the order', () => {
    const payment = paymentOf({ state: 'case', caseCode: 'no_order', memo: '' });
    const found = decideClaimedPayment(orderOf(), OPEN, payment, CTX, {});
    expect(found.order?.after).toMatchObject({ status: 'paid', amountPaid: payment.amount });
    expect(found.claims).toMatchObject([{ after: { state: 'answered', answer: 'found' } }]);
    const late = decideClaimedPayment(orderOf(), OPEN, { ...payment, paidAt: after(TIMER_MS + 1), recordedAt: after(TIMER_MS + 1) }, CTX, {});
    expect(late.order?.after).toMatchObject({ status: 'verifying_transaction', reason: 'late' });
  });
});

test('the statuses in which an order misses money are told with their reasons', () => {
  const missing = ORDER_STATUS_CODES.flatMap((status) =>
    [null, ...ORDER_REASONS].flatMap((reason) => (missesPayment({ status, reason }) ? `${status} ${reason ?? ''}` : [])),
  );
  expect(missing).toContain('pending ');
  expect(MISSING_STATUSES).toEqual(missing);
});
