import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPayOsSignature, payOsTimeToDate, signPayOs, signPayOsLink } from './pay-os-wire.ts';

const KEY = 'demo-checksum-key';
/** Vectors made with payOS's own SDK, 2.0.5. */
const PAYOUT = {
  referenceId: 'po-1',
  amount: 1_250_000,
  description: 'EX24A7K9 rut tien',
  toBin: '970436',
  toAccountNumber: '1234567890123',
  category: ['sell'],
};
const PAYOUT_SIGNATURE = 'b91b5128473a4034e281786262a80cad17f83a5a06043e1c09ce9e1244eb7aad';
const NESTED = {
  id: 'b1',
  approvalState: 'COMPLETED',
  category: null,
  createdAt: '2026-01-05T08:00:00.000Z',
  referenceId: 'QD-1',
  transactions: [{ state: 'SUCCEEDED', id: 't1', toAccountName: 'NGUYỄN VĂN A & con', reference: null, amount: 5 }],
};

test('signs as payOS does', () => {
  expect(signPayOs(KEY, PAYOUT)).toBe(PAYOUT_SIGNATURE);
  expect(signPayOs(KEY, NESTED)).toBe('cf45258a16c1ca736c00e0902f2fa6f40db724dc99849638e0d4e8d6fc062048');
  const link = { amount: 1_250_000, cancelUrl: 'https://ex.test/c', description: 'EX24A7K9', orderCode: 100_001, returnUrl: 'https://ex.test/r' };
  expect(signPayOsLink(KEY, link)).toBe('911a98bb35ffdf2d1a87ec4b6348d8757a581e4fa90aee44eb69b62d91d7d5fe');
});

test('the signature is independent of key order and depends on every value', () => {
  expect(signPayOs(KEY, Object.fromEntries(Object.entries(PAYOUT).reverse()))).toBe(PAYOUT_SIGNATURE);
  for (const field of Object.keys(PAYOUT)) expect(signPayOs(KEY, { ...PAYOUT, [field]: 'x' })).not.toBe(PAYOUT_SIGNATURE);
});

describe('a signature', () => {
  test('is accepted in upper and lower case', () => {
    expect(isPayOsSignature(KEY, PAYOUT, PAYOUT_SIGNATURE)).toBe(true);
    expect(isPayOsSignature(KEY, PAYOUT, PAYOUT_SIGNATURE.toUpperCase())).toBe(true);
  });

  test.each([null, '', 'x', PAYOUT_SIGNATURE.slice(2), `${PAYOUT_SIGNATURE}00`, PAYOUT_SIGNATURE.replace('b', 'c')])('%j is rejected', (header) => {
    expect(isPayOsSignature(KEY, PAYOUT, header)).toBe(false);
  });

  test('is not made for text with a lone surrogate', () => {
    expect(isPayOsSignature(KEY, { ...PAYOUT, description: '\ud800' }, PAYOUT_SIGNATURE)).toBe(false);
  });

  test('is not made without a key', () => {
    expect(isPayOsSignature('', PAYOUT, signPayOs('', PAYOUT))).toBe(false);
  });

  test('of any JSON object is valid after serialization, and for no other key', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const received = JSON.parse(JSON.stringify(object));
        expect(isPayOsSignature(KEY, received, signPayOs(KEY, object))).toBe(true);
        expect(isPayOsSignature('another', received, signPayOs(KEY, object))).toBe(false);
      }),
    );
  });
});

test.each([
  ['2026-01-05T08:00:00.000Z', '2026-01-05T08:00:00Z'],
  ['2026-01-05T15:00:00+07:00', '2026-01-05T08:00:00Z'],
  ['2026-01-05T15:00:00.5+0700', '2026-01-05T08:00:00.5Z'],
  ['2026-01-05 15:00:00', '2026-01-05T08:00:00Z'],
  ['2026-01-05T15:00:00', '2026-01-05T08:00:00Z'],
  ['2026-01-05T15:00:00.123', '2026-01-05T08:00:00Z'],
  ['2026-01-05', null],
  ['', null],
  ['soon', null],
])('the time %j', (text, expected) => {
  expect(payOsTimeToDate(text)).toEqual(expected === null ? null : new Date(expected));
});
