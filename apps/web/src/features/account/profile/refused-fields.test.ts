import { refused } from '@quydoi/client/testing/refused';
import { expect, test } from 'vitest';
import { refusedFieldsOf } from './refused-fields.ts';

test('tells the fields that the server refused, in the order of the form, and nothing of other failures', () => {
  const fields = ['phoneNumber', 'birthday', 'timeZone'].map((field) => ({ field, problem: 'invalid_format' }));
  expect(refusedFieldsOf(refused('VALIDATION_FAILED', { details: { fields } }))).toEqual(['birthday', 'phoneNumber']);
  for (const other of [refused('VALIDATION_FAILED'), refused('IDENTITY_VERIFIED', { details: { fields } }), new TypeError('Failed to fetch'), null])
    expect(refusedFieldsOf(other)).toEqual([]);
});
