import { expect, test } from 'vitest';
import { openKeyFile, sealKeyFile } from './key-file.ts';
import { makeSandboxKey } from './sandbox-key.ts';
import { signText } from './wm-signer.ts';

/** A published test key of another implementation (php-wmsigner), its signature of `TEST`, and the padding of that signature. */
const VECTOR = {
  wmid: '405002833238',
  password: 'FvGqPdAy8reVWw789',
  file: '810001003096656db0d443201c262cc1f54f75fe8c0000000000000042000c737dc834e504842725de16fd193e5031a1ad8898a02e725468d2915f4615290b14a80c936af66c90e715402e6f6b1cf6f8d76e991c5254bc417eb44e2f371024176e8982c9b652e3337fa4ed08254efb1f71417853af8e1df63cbb3025a12a286088814ee5c9d56c4fb28125df6f7cd8586913559db1f9350745fa7983bf7ef71be3afb7d6',
  padding: '207074391755e24b3a538b5b16135b13a159274d7d29d16d61bbbe45b3be726c04523a3669efd04f',
  signature: '20d76ee3ad38c48805ddb2c9f1dc0644dd111b7bcc2c0b2c27d153195dd54e56da7330b4c1677098bcd8de3011b1d6c497d432bb845dcc9e8df8505ada8869650216',
};
const bytes = (hex: string) => Buffer.from(hex, 'hex');

test('signs as another implementation does', () => {
  const key = openKeyFile(bytes(VECTOR.file), VECTOR.wmid, VECTOR.password);
  expect(signText(key, 'TEST', bytes(VECTOR.padding))).toBe(VECTOR.signature);
  expect(signText(key, 'another test', bytes(VECTOR.padding))).not.toBe(VECTOR.signature);
});

test('a key file opens with the first half of a password too, and with no other', () => {
  const { wmid, password } = VECTOR;
  const file = bytes(VECTOR.file);
  expect(openKeyFile(file, wmid, `${password}${password}!`)).toEqual(openKeyFile(file, wmid, password));
  expect(() => openKeyFile(file, wmid, 'another')).toThrow('does not open');
  expect(() => openKeyFile(file, '405002833239', password)).toThrow('does not open');
  expect(() => openKeyFile(file.subarray(1), wmid, password)).toThrow('164 bytes');
});

test('the sandbox’s key is one that signs, and its file opens again', () => {
  let n = 0;
  const hex = (size: number) =>
    `sandbox-${String(++n)
      .repeat(size * 2)
      .slice(0, size * 2)}`;
  const marked = makeSandboxKey({ hex, integer: (min) => min }, VECTOR.wmid, 'password');
  expect(marked).toMatch(/^sandbox-[0-9a-f]{328}$/);
  const key = openKeyFile(bytes(marked.slice('sandbox-'.length)), VECTOR.wmid, 'password');
  expect(openKeyFile(sealKeyFile(key, VECTOR.wmid, 'other'), VECTOR.wmid, 'other')).toEqual(key);
  expect(signText(key, 'TEST', bytes(VECTOR.padding))).toMatch(/^[0-9a-f]{132}$/);
});
