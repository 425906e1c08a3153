import { afterEach, expect, test } from 'vitest';
import { forgetWithdrawal, withdrawalDraft, withdrawalKey } from './withdrawal-draft.ts';

afterEach(forgetWithdrawal);

test('the same withdrawal has the same key until it is forgotten, and another one another', () => {
  const key = withdrawalKey('100 to A');
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(withdrawalKey('100 to A')).toBe(key);
  expect(withdrawalKey('101 to A')).not.toBe(key);
  expect(withdrawalKey('100 to A')).not.toBe(key);
  const again = withdrawalKey('100 to A');
  forgetWithdrawal();
  expect(withdrawalKey('100 to A')).not.toBe(again);
});

test('a key keeps what was typed', () => {
  withdrawalDraft.update(() => ({ to: 'vnd vcb 0071000000001', amount: '100000' }));
  withdrawalKey('100 to A');
  expect(withdrawalDraft.get()).toMatchObject({ to: 'vnd vcb 0071000000001', amount: '100000' });
});
