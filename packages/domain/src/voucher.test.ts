import { describe, expect, test } from 'vitest';
import { readVoucher, readVoucherCode, readVoucherNumber, refusalsLeft, VOUCHER_REFUSALS_MAX } from './voucher.ts';

const VOUCHER = { number: '0123456789', code: '0011223344556677' };

test.each<[string, string | null]>([
  ['0123456789', '0123456789'],
  [' 0123 456 789\u00a0', '0123456789'],
  ['012345678', null],
  ['01234567890', null],
  ['012345678x', null],
  ['', null],
])('the number %j is read as %j', (text, number) => {
  expect(readVoucherNumber(text)).toBe(number);
});

test('a code has sixteen digits', () => {
  expect(readVoucherCode('0011 2233 4455 6677')).toBe('0011223344556677');
  expect(readVoucherCode('0123456789')).toBeNull();
});

describe('a voucher pasted as one text', () => {
  test.each([
    '01234567890011223344556677',
    'Voucher 01234567890011223344556677.',
    '0123456789 0011223344556677',
    '0123456789;0011223344556677',
    'e-Voucher number: 0123456789\nActivation code: 0011 2233 4455 6677',
    '0011223344556677 / 0123456789',
    '0011223344556677\n0123456789',
    '0123456789\n0011223344556677\n12 USD',
    '0123 456 789\n0011-2233-4455-6677',
    'E-Voucher: 0123456789 / Activation code: 0011223344556677 12 USD',
    '12 USD 0123456789 0011223344556677',
    'Voucher 20 0123456789 0011 2233 4455 6677',
    'Number: 0123-456-789, code: 0011 2233 4455 6677 12 USD',
    '0123 456 789 0011-2233-4455-6677 $12.50',
    'bought 12-05-2024 10:30: 0123456789, 0011223344556677',
    // All digits between two words are rather one number than some of them.
    '01234 56789, order 11111 22222 33, code 0011223344556677',
  ])('%j', (text) => {
    expect(readVoucher(text)).toEqual(VOUCHER);
  });

  test.each([
    '',
    '0123456789',
    '0011223344556677',
    '0123456789 0123456789 0011223344556677',
    '0123456789 00112233445566778',
    '01234567891 12 0011223344556677',
    'one two',
  ])('%j is none', (text) => {
    expect(readVoucher(text)).toBeNull();
  });

  test('of a long text full of numbers nothing is guessed', () => {
    expect(readVoucher('1 '.repeat(20_000))).toBeNull();
  });
});

test('an issuer may refuse five vouchers of an order; those that it took or has yet to answer are not counted', () => {
  const refused = (count: number) => Array.from({ length: count }, () => ({ state: 'refused' }));
  expect(VOUCHER_REFUSALS_MAX).toBe(5);
  expect(refusalsLeft([])).toBe(5);
  expect(refusalsLeft([{ state: 'activated' }, ...refused(2), { state: 'new' }])).toBe(3);
  expect(refusalsLeft(refused(5))).toBe(0);
  expect(refusalsLeft(refused(6))).toBe(0);
});
