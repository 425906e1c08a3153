import { expect, test } from 'vitest';
import { SAMPLED_AT as NOW, sampleOrder as sample } from '../../../testing/sample-order.ts';
import { NOTES_MAX, noteOf, noteOrder, type OrderTurn, orderNotes } from './order-notes.ts';

test.each([
  ['PENDING', 'yours'],
  ['TIMEROVER', 'ours'],
  ['CLAIMED', 'ours'],
  ['CLAIMEDREST', 'ours'],
  ['UNDERPAID', 'yours'],
  ['UNDERPAIDOVER', 'yours'],
  ['OVERPAID', 'yours'],
  ['LATE', 'yours'],
  ['RISK', 'ours'],
  ['DELIVERING', 'ours'],
  ['ERROR', 'ours'],
  ['EXCESSREFUND', 'ours'],
  ['DELIVERED', 'done'],
  ['EXPIRED', 'done'],
  ['REFUNDED', 'done'],
] satisfies [string, OrderTurn][])('%s is for: %s', (name, turn) => {
  expect(noteOf(sample(name), NOW.getTime()).turn).toBe(turn);
});

test('a delivered order whose refund is under way is not done', () => {
  const order = sample('EXCESSREFUNDED');
  expect(noteOf(order, NOW.getTime()).turn).toBe('done');
  expect(noteOf({ ...order, refund: order.refund && { ...order.refund, state: 'failed' } }, NOW.getTime()).turn).toBe('ours');
});

test('a note has no destination, sender or instructions', () => {
  const text = JSON.stringify(noteOf(sample('PENDING'), NOW.getTime()));
  expect(text).toContain('2607975');
  for (const secret of ['0011001234567', 'U1234567', 'NGUYEN VAN AN', '7KQ2M9XR4B']) expect(text).not.toContain(secret);
});

test('keeps the newest orders, each as it stood last', () => {
  const order = sample('PENDING');
  for (let n = 0; n < NOTES_MAX + 3; n += 1) {
    noteOrder({ ...order, ref: `REF${n}`, createdAt: new Date(NOW.getTime() + n) }, NOW.getTime());
  }
  noteOrder({ ...sample('DELIVERED'), ref: 'REF10', createdAt: new Date(NOW.getTime() + 10) }, NOW.getTime());
  const notes = Object.values(orderNotes.get());
  expect(notes).toHaveLength(NOTES_MAX);
  expect(notes.map(({ ref }) => ref)).not.toContain('REF2');
  expect(notes.find(({ ref }) => ref === 'REF10')?.turn).toBe('done');
});
