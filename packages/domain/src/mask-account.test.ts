import { expect, test } from 'vitest';
import { maskAccount } from './mask-account.ts';

test.each([
  ['0011001234567', '•••4567'],
  ['U7654321', '•••4321'],
  ['123456', '•••56'],
  ['12345', '•••5'],
  ['1234', '•••'],
  ['', '•••'],
])('%j is shown as %s', (account, masked) => {
  expect(maskAccount(account)).toBe(masked);
});
