import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { isMac, type MacSecrets, macOf } from './keyed-mac.ts';

const [OLD, NEW, FOREIGN] = ['old', 'new', 'foreign'].map((text) => createSecretKey(Buffer.from(text))) as [
  MacSecrets[0],
  MacSecrets[0],
  MacSecrets[0],
];

test('every secret verifies, the first makes', () => {
  const made = macOf('order 7KQ2M9XR4B', [NEW, OLD]);
  expect(made).toBe(macOf('order 7KQ2M9XR4B', [NEW]));
  expect(isMac(made, 'order 7KQ2M9XR4B', [OLD, NEW])).toBe(true);
  expect(isMac(macOf('order 7KQ2M9XR4B', [OLD]), 'order 7KQ2M9XR4B', [NEW, OLD])).toBe(true);
  expect(isMac(made, 'order 7KQ2M9XR4B', [OLD, FOREIGN])).toBe(false);
});

test('a code of another text, another length or no length at all is none', () => {
  const made = macOf('text', [NEW], 16);
  expect(Buffer.from(made, 'base64url')).toHaveLength(16);
  expect(isMac(made, 'text', [NEW], 16)).toBe(true);
  expect(isMac(made, 'other', [NEW], 16)).toBe(false);
  expect(isMac(made, 'text', [NEW])).toBe(false);
  expect(isMac(made.slice(0, -4), 'text', [NEW], 16)).toBe(false);
  expect(isMac(macOf('text', [NEW]), 'text', [NEW], 16)).toBe(false);
  expect(isMac('', 'text', [NEW], 16)).toBe(false);
});
