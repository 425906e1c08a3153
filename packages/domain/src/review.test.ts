import { expect, test } from 'vitest';
import { checkReview } from './review.ts';

const isEmail = (text: string) => /^\w+@\w+\.\w+$/.test(text);
const check = (content: string, email = 'lan@example.vn') => checkReview({ content, email }, isEmail);
const refusal = (field: string, problem: string) => ({ refusal: { field, problem, n: '300' } });

test('trims content and address', () => {
  expect(check('  Nhanh và rõ ràng\n', ' lan@example.vn ')).toEqual({ review: { content: 'Nhanh và rõ ràng', email: 'lan@example.vn' } });
});

test('requires content', () => {
  expect(check('')).toEqual(refusal('content', 'contentRequired'));
  expect(check(' \r\n\t')).toEqual(refusal('content', 'contentRequired'));
});

test('accepts at most 300 code points', () => {
  for (const character of ['a', 'ệ', '😀']) {
    expect(check(character.repeat(300))).toHaveProperty('review');
    expect(check(character.repeat(301))).toEqual(refusal('content', 'contentTooLong'));
  }
});

test('counts a line break once', () => {
  const lines = Array.from({ length: 150 }, () => 'a');
  expect(check(`${lines.join('\r\n')}a`)).toEqual({ review: { content: `${lines.join('\n')}a`, email: 'lan@example.vn' } });
});

test('requires a valid address', () => {
  expect(check('Tốt', ' ')).toEqual(refusal('email', 'emailRequired'));
  expect(check('Tốt', 'lan')).toEqual(refusal('email', 'emailInvalid'));
  expect(check('Tốt', `${'a'.repeat(250)}@b.vn`)).toEqual(refusal('email', 'emailInvalid'));
});
