import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRef, normalizeRef, REF_ALPHABET, REF_BYTES, REF_LENGTH, refFromBytes } from './ref.ts';

const bytes = fc.uint8Array({ minLength: REF_BYTES, maxLength: REF_BYTES });

test('the alphabet has 32 characters without confusable ones', () => {
  expect(new Set(REF_ALPHABET).size).toBe(32);
  expect(REF_ALPHABET).not.toMatch(/[01IOa-z]/);
});

describe('refFromBytes', () => {
  test('encodes the first 50 bits, five per character', () => {
    expect(refFromBytes(new Uint8Array(7))).toBe('2222222222');
    expect(refFromBytes(new Uint8Array(7).fill(255))).toBe('ZZZZZZZZZZ');
    expect(refFromBytes(Uint8Array.of(0b00001_000, 0, 0, 0, 0, 0, 0))).toBe('3222222222');
    expect(refFromBytes(Uint8Array.of(0, 0, 0, 0, 0, 0, 0b01_000000))).toBe('2222222223');
    expect(refFromBytes(Uint8Array.of(0, 0, 0, 0, 0, 0, 0b00_111111))).toBe('2222222222');
  });

  test('is a bijection on those 50 bits, so all references are equally likely', () => {
    const bitsOf = (ref: string): bigint => [...ref].reduce((sum, character) => sum * 32n + BigInt(REF_ALPHABET.indexOf(character)), 0n);
    fc.assert(
      fc.property(bytes, (random) => {
        const expected = random.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) >> 6n;
        const ref = refFromBytes(random);
        expect(bitsOf(ref)).toBe(expected);
        expect(isRef(ref)).toBe(true);
      }),
    );
  });

  test('rejects too few bytes', () => expect(() => refFromBytes(new Uint8Array(6))).toThrow('seven'));
});

test.each(['', '7KQ2M9XR4', '7KQ2M9XR4BB', '7kq2m9xr4b', '7KQ2M9XR4O', '7KQ2M9XR40', '7KQ2M9XR4B\n', ' 7KQ2M9XR4B'])(
  '%j is not a reference',
  (text) => {
    expect(isRef(text)).toBe(false);
  },
);

test('normalizeRef ignores case, dashes and spaces', () => {
  expect(normalizeRef(' 7kq2-m9xr-4b ')).toBe('7KQ2M9XR4B');
  expect(normalizeRef('7KQ2M9XR4B')).toHaveLength(REF_LENGTH);
  expect(normalizeRef('7KQ2M9XR4')).toBeNull();
  expect(normalizeRef(`${'-'.repeat(91)}7KQ2M9XR4B`)).toBeNull();
});
