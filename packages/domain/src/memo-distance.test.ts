import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNearlyNamed, memoDistance } from './memo-distance.ts';

const REF = 'AB7K2M9XQ3';

describe('the distance of a memo', () => {
  const character = fc.constantFrom(...'23456789ABCDEFGHJKLMNPQRSTUVWXYZ');
  const text = (max: number) => fc.string({ unit: character, maxLength: max });

  test('is zero when the reference stands in it, and at most the number of changes', () => {
    fc.assert(
      fc.property(text(20), text(20), fc.integer({ min: 0, max: 9 }), character, (before, behind, at, wrong) => {
        expect(memoDistance(REF, `${before}${REF}${behind}`)).toBe(0);
        expect(memoDistance(REF, `${before}${REF.slice(0, at)}${wrong}${REF.slice(at + 1)}${behind}`)).toBeLessThanOrEqual(1);
        expect(memoDistance(REF, `${before}${REF.slice(0, at)}${REF.slice(at + 1)}${behind}`)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('never exceeds the length of the reference, and a longer memo is never farther', () => {
    fc.assert(
      fc.property(text(60), text(20), (memo, more) => {
        expect(memoDistance(REF, memo)).toBeLessThanOrEqual(REF.length);
        expect(memoDistance(REF, memo + more)).toBeLessThanOrEqual(memoDistance(REF, memo));
      }),
    );
  });
});

describe('a reference is nearly named', () => {
  test.each([
    ['itself', `thanks ${REF.toLowerCase()} !`, true],
    ['with its last two characters wrong', `${REF.slice(0, -2)}ZZ`, true],
    ['with two neighbours in each other’s place', `${REF.slice(0, 4)}${REF[5]}${REF[4]}${REF.slice(6)}`, true],
    ['with two characters left out', `pay ${REF.slice(1, 5)}${REF.slice(6)}`, true],
    ['with three wrong', `${REF.slice(0, -3)}ZZZ`, false],
    ['not at all', 'thank you', false],
    ['by nothing', '', false],
  ])('%s', (_, memo, isNear) => expect(isNearlyNamed(REF, memo)).toBe(isNear));
});
