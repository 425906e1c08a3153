import { expect, test } from 'vitest';
import { fieldsInOrder } from './field-order.ts';

test.each([
  ['vi', ['fullName', 'lastName', 'firstName', 'birthday']],
  ['jp', ['fullName', 'lastName', 'firstName', 'birthday']],
  ['en', ['fullName', 'firstName', 'lastName', 'birthday']],
  ['tur', ['fullName', 'firstName', 'lastName', 'birthday']],
] as const)('%s asks for %j', (locale, first) => {
  expect(fieldsInOrder(locale).slice(0, first.length)).toEqual(first);
  expect(fieldsInOrder(locale)).not.toContain('countryCode');
  expect(fieldsInOrder(locale).toSorted()).toEqual(fieldsInOrder('en').toSorted());
});
