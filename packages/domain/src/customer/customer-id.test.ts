import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CUSTOMER_ID_BYTES, customerIdFromBytes, normalizeCustomerId } from './customer-id.ts';

test('an id has eight characters of five bits each', () => {
  expect(customerIdFromBytes(new Uint8Array(5))).toBe('22222222');
  expect(customerIdFromBytes(new Uint8Array(5).fill(255))).toBe('ZZZZZZZZ');
  expect(customerIdFromBytes(Uint8Array.of(0, 0, 0, 0, 1))).toBe('22222223');
  expect(() => customerIdFromBytes(new Uint8Array(4))).toThrow('five random bytes');
});

test('every id is recognised as it is typed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: CUSTOMER_ID_BYTES, maxLength: CUSTOMER_ID_BYTES }), (bytes) => {
      const id = customerIdFromBytes(bytes);
      expect([normalizeCustomerId(id), normalizeCustomerId(id.toLowerCase()), normalizeCustomerId(`${id.slice(0, 4)}-${id.slice(4)}`)]).toEqual([
        id,
        id,
        id,
      ]);
    }),
  );
});

test.each(['', '7KQ2M9X', '7KQ2M9XRA', '7KQ2M9X0', '7KQ2M9X\n', ' 7KQ2M9X', '7KQ2M9XI', "'; drop"])('%j names nobody', (text) => {
  expect(normalizeCustomerId(text)).toBeNull();
});
