import { createSecretKey, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@quydoi/domain/constants';
import { expect, test } from 'vitest';
import { keyRecoveryCodes, newRecoveryCodes, normalizeRecoveryCode } from './recovery-codes.ts';

const SECRETS = [createSecretKey(Buffer.from('of this test'))] as const;

test('codes are as many as are shown, and each another', () => {
  const codes = newRecoveryCodes(randomBytes);
  expect(new Set(codes).size).toBe(RECOVERY_CODES);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
});

test.each([
  ['7KQ2M-9XR4B', '7KQ2M9XR4B'],
  [' 7kq2m 9xr4b ', '7KQ2M9XR4B'],
  ['7KQ2M9XR4B', '7KQ2M9XR4B'],
  ['7KQ2M-9XR4', null],
  ['7KQ2M-9XR4BB', null],
  ['7KQ2M-9XR40', null],
  ['123456', null],
  ['', null],
])('%j is read as %j', (typed, code) => {
  expect(normalizeRecoveryCode(typed)).toBe(code);
});

test('a hash is of its code, its customer and its secret', () => {
  const hashOf = (customerId: string, code: string, secrets: Parameters<typeof keyRecoveryCodes>[2] = SECRETS) =>
    keyRecoveryCodes(customerId, [code], secrets)[0];
  const hash = hashOf('7KQ2M9XR', '7KQ2M-9XR4B');
  expect(hash).toMatch(/^[\w-]{22}$/);
  expect(hashOf('7KQ2M9XR', '7KQ2M9XR4B')).toBe(hash);
  const others = [
    hashOf('7KQ2M9XR', '7KQ2M-9XR4C'),
    hashOf('7KQ2M9XT', '7KQ2M-9XR4B'),
    hashOf('7KQ2M9XR', '7KQ2M-9XR4B', [createSecretKey(Buffer.from('another'))]),
  ];
  for (const other of others) expect(other).not.toBe(hash);
});
