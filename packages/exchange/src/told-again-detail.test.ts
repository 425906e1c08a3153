import { describe, expect, test } from 'vitest';
import { doubtDetail, isToldOf, toldAgainDetail } from './told-again-detail.ts';

const ID = '019b962e-ad00-7148-9523-eef8c26b8315';

describe('isToldOf', () => {
  test.each(['EX24A7K9Q2 chuyen tien', '', 'nhieu\ndong', 'x'.repeat(600)])('operators were told of a row with the memo %j', (memo) => {
    for (const detail of [toldAgainDetail(ID, memo), doubtDetail({ id: ID }, memo)]) expect(isToldOf(storedOf(detail), memo)).toBe(true);
  });

  test.each([
    ['another memo', toldAgainDetail(ID, 'NAPA')],
    ['other words before it', `payment ${ID} told again under another id: NAPB: NAPA1`],
    ['what names no payment', 'payment told again under another id: NAPA1'],
    ['another report', `not payment ${ID}, which had this id: reference 1, NAPA1`],
    ['nothing', ''],
  ])('they were told of %s', (_, detail) => {
    expect(isToldOf(detail, 'NAPA1')).toBe(false);
  });
});

/** As an exception stores it. */
function storedOf(detail: string): string {
  return detail.replace(/\p{Cc}+/gu, ' ').slice(0, 500);
}
