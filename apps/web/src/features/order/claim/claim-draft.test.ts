import { MINUTE_MS } from '@quydoi/domain/durations';
import { expect, test } from 'vitest';
import { minutesAgoChoices, newClaimDraft, sentFrom } from './claim-draft.ts';

test.each([
  ['0011001234567', '4567'],
  ['U7654321', '4321'],
  ['lan@example.vn', ''],
  [null, ''],
])('a claim opens with the end of the order’s own account %s, and without a time', (sender, accountEnd) => {
  expect(newClaimDraft({ sender }, 'Vietcombank')).toEqual({ paidAt: '', bank: 'Vietcombank', currency: '', accountEnd, reference: '' });
  expect(newClaimDraft({ sender }, null).bank).toBe('');
});

test.each([
  [2, [0]],
  [10, [0, 10]],
  [29, [0, 10]],
  [45, [0, 10, 30]],
])('an order of %s minutes was not paid before it was created', (ageMinutes, choices) => {
  expect(minutesAgoChoices({ createdAt: new Date(0) }, ageMinutes * MINUTE_MS)).toEqual(choices);
});

test.each([
  ['Vietcombank', '', 'Vietcombank'],
  ['BNB Smart Chain', 'USDC', 'BNB Smart Chain, USDC'],
  ['', 'TRX', 'TRX'],
  ['', '', ''],
])('operators read of %s and %s as %s', (bank, currency, told) => {
  expect(sentFrom({ ...newClaimDraft({ sender: null }, bank), currency })).toBe(told);
});
