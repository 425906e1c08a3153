import type { OrderEventView } from '@quydoi/contract/orders';
import { describe, expect, test } from 'vitest';
import { claimStateOf } from './claim-state.ts';

describe('claims in an order’s log', () => {
  const log = (...codes: OrderEventView['code'][]) => codes.map((code, index) => ({ n: index + 1, code, params: {}, at: new Date(index) }));

  test.each([
    ['none', log('created'), { waiting: null, answer: null, left: 3 }],
    ['one that waits', log('created', 'claim_received'), { waiting: { code: 'claim_received' }, answer: null, left: 2 }],
    ['one that waits while the order expires', log('claim_received', 'expired'), { waiting: { code: 'claim_received' }, answer: null, left: 2 }],
    ['one that was answered', log('claim_received', 'claim_not_found'), { waiting: null, answer: { code: 'claim_not_found' }, left: 2 }],
    ['a second after an answer', log('claim_received', 'claim_more_needed', 'claim_received'), { waiting: { n: 3 }, answer: null, left: 1 }],
    ['all', log('claim_received', 'claim_received', 'claim_received', 'claim_not_found'), { answer: { code: 'claim_not_found' }, left: 0 }],
  ])('%s', (_, events, expected) => {
    expect(claimStateOf(events)).toMatchObject(expected);
  });
});
