import { describe, expect, test } from 'vitest';
import { doubtDetail, isToldOf, toldAgainDetail } from './told-again-detail.ts';

const ID = '019b962e-ad00-7148-9523-eef8c26b8315';
const AT = new Date('2026-01-07T02:00:07.000Z');
const WORDS = { reference: 'FT26007A1', memo: 'EX24A7K9Q2 chuyen tien', paidAt: AT.toISOString() };
const RECORD = { ...WORDS, paidAt: AT };
const namedIn = (memo: string) => ['EX24A7K9Q2', 'LA3AAC8KVV'].filter((ref) => memo.includes(ref));
const journalled = (detail: string, set: Partial<typeof WORDS> = {}) => ({
  ...{ source: 'sepay-list', sourceId: '1', paymentId: null, ...WORDS, ...set },
  // As an exception stores it.
  detail: detail.replace(/\p{Cc}+/gu, ' ').slice(0, 500),
});

describe('operators were told of a row what was read of it', () => {
  test.each([
    ['whole', {}, {}],
    ['without its reference', { reference: '' }, {}],
    ['with a reference that its list has told since', {}, { reference: '' }],
    ['with less of its memo', { memo: 'EX24A7K9Q2' }, {}],
    ['with more of its memo', {}, { memo: 'ex24a7k9q2.' }],
    ['that names nobody', { memo: 'tien nha' }, { memo: 'TIEN NHA.' }],
    ['with several lines', { memo: 'EX24A7K9Q2\nchuyen' }, {}],
    ['with a long memo', { memo: `EX24A7K9Q2 ${'x'.repeat(600)}` }, {}],
  ])('%s', (_, told, read) => {
    const words = { ...WORDS, ...told };
    const details = [toldAgainDetail(ID, words), doubtDetail({ id: ID }, words)];
    for (const detail of details) expect(isToldOf(journalled(detail, words), namedIn(words.memo), { ...RECORD, ...read })).toBe(true);
  });

  test.each([
    ['another memo', { memo: 'LA3AAC8KVV' }, {}],
    ['a memo that names nobody', { memo: 'tien nha' }, {}],
    ['another memo that names nobody', { memo: 'tien nha' }, { memo: 'TIEN DIEN' }],
    ['one that names another besides', { memo: 'EX24A7K9Q2 LA3AAC8KVV' }, {}],
    ['another time', { paidAt: '2026-01-07T02:00:08.000Z' }, {}],
    ['another reference', { reference: 'FT26007A2' }, {}],
  ])('but not %s', (_, told, read) => {
    const words = { ...WORDS, ...told };
    expect(isToldOf(journalled(toldAgainDetail(ID, words), words), namedIn(words.memo), { ...RECORD, ...read })).toBe(false);
  });

  test.each([
    ['say something else', `payment ${ID} told again under another id: ${WORDS.memo}`],
    ['say more before', `payment ${ID} told again under another id: no ${toldAgainDetail(ID, WORDS)}`],
    ['name no payment', toldAgainDetail('', WORDS)],
    ['are missing', ''],
  ])('nor where its words %s', (_, detail) => {
    expect(isToldOf(journalled(detail), namedIn(WORDS.memo), RECORD)).toBe(false);
  });

  test.each(['reference', 'memo', 'paidAt'] as const)('nor without its %s', (field) => {
    expect(isToldOf({ ...journalled(toldAgainDetail(ID, WORDS)), [field]: null }, namedIn(WORDS.memo), RECORD)).toBe(false);
  });
});
