import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MEMO_LENGTH_MAX, refsInMemo } from './memo.ts';
import { isRef, refFromBytes } from './order/ref.ts';

const REF = '7KQ2M9XR4B';
/** Any text, also with half surrogates. (`unit: 'binary'` makes a table of all characters first, which takes seconds.) */
const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 60 }).map((points) => String.fromCodePoint(...points));
const refs = fc.uint8Array({ minLength: 7, maxLength: 7 }).map(refFromBytes);

test.each([
  REF,
  '7kq2m9xr4b',
  '7KQ2-M9XR-4B',
  'MBVCB.5823001.7KQ2M9XR4B.CT tu 0011001234567 NGUYEN VAN A',
  'FT26001123456789 7KQ2M9XR4B thanh toan',
  'thanh toán đơn hàng 7KQ2M9XR4B',
  'IBFT 7KQ2M9 XR4B',
  'CUSTOMER7KQ2M9XR4BFT123',
  '7KQ2M9XR4B-CHUYEN TIEN-OQCH0001abc',
])('finds the reference in %j', (memo) => {
  expect(refsInMemo(memo)).toContain(REF);
});

test.each(['', 'chuyen tien', '7KQ2M9XR4', '7KQ2M9X', 'OOOOOOOOOOOO'])('finds no reference in %j', (memo) => {
  expect(refsInMemo(memo)).toEqual([]);
});

test('returns distinct windows in order', () => {
  expect(refsInMemo(`A${REF} ${REF}`).slice(0, 2)).toEqual([`A${REF.slice(0, 9)}`, REF]);
  expect(refsInMemo('2'.repeat(40))).toEqual(['2222222222']);
});

test('finds a reference at any position of a bank’s text', () => {
  fc.assert(
    fc.property(refs, anyText, fc.string({ maxLength: 60 }), (ref, before, after) => {
      expect(refsInMemo(`${before} ${ref.toLowerCase()} ${after}`)).toContain(ref);
    }),
  );
});

test('finds a reference split by spaces and dots', () => {
  fc.assert(
    fc.property(refs, fc.array(fc.constantFrom('', ' ', '.', '-'), { minLength: 10, maxLength: 10 }), (ref, gaps) => {
      expect(refsInMemo([...ref].map((character, index) => character + gaps[index]).join(''))).toContain(ref);
    }),
  );
});

test('returns only well-formed references, and a bounded number', () => {
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (memo) => refsInMemo(memo).every(isRef)));
  expect(refsInMemo('7KQ2M9XR4BCDEFGH'.repeat(10_000)).length).toBeLessThanOrEqual(MEMO_LENGTH_MAX);
  const filling = ' '.repeat(MEMO_LENGTH_MAX - REF.length);
  expect([refsInMemo(`${filling}${REF}`), refsInMemo(`${filling} ${REF}`)]).toEqual([[REF], []]);
});
