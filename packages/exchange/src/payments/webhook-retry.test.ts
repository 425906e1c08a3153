import { START } from '@quydoi/domain/testing/order';
import { expect, test } from 'vitest';
import { webhookRetryAt } from './webhook-retry.ts';

test.each([
  [0, 1_000],
  [1, 2_000],
  [5, 32_000],
  [6, 60_000],
  [2_000, 60_000],
])('a webhook that had %d tries is looked at again in %d ms', (tries, ms) => {
  expect(webhookRetryAt(tries, START).getTime() - START.getTime()).toBe(ms);
});
