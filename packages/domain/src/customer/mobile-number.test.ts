import { expect, test } from 'vitest';
import { maskMobileNumber, nationalMobileNumber, readMobileNumber } from './mobile-number.ts';

test.each([
  ['0912345678', '+84912345678'],
  ['+84 912 345 678', '+84912345678'],
  ['84912345678', '+84912345678'],
  [' 0912.345-678 ', '+84912345678'],
  ['(+84) 35 1234567', '+84351234567'],
  ['0581234567', '+84581234567'],
  ['0761234567', '+84761234567'],
  ['0861234567', '+84861234567'],
])('%j is the mobile number %s', (typed, number) => {
  expect(readMobileNumber(typed)).toBe(number);
});

test.each([
  '',
  '0',
  '0212345678',
  '0412345678',
  '0612345678',
  '091234567',
  '09123456789',
  '+84 0912345678',
  '+1 912 345 678',
  '+849123456780',
  '0912a45678',
  '９１２３４５６７８',
])('%j is no Vietnamese mobile number', (typed) => {
  expect(readMobileNumber(typed)).toBeNull();
});

test('is dialled with a zero, and shown by its last digits alone', () => {
  expect(nationalMobileNumber('+84912345678')).toBe('0912345678');
  expect(maskMobileNumber('+84912345678')).toBe('•••••••678');
});
