import { expect, test } from 'vitest';
import { sampleOrder } from '../../../../testing/sample-order.ts';
import { offersClaim } from '../claim/claim-state.ts';
import { hasDecision } from '../decision/use-decision.ts';
import { withoutHastyChoices } from './further-payment.ts';
import { presentOrder } from './order-presentation.ts';

const TOPPED_UP = sampleOrder('SELLTOPPEDUP');

test('while a top-up is unconfirmed, nothing is asked for, neither a choice nor a payment', () => {
  expect(hasDecision(TOPPED_UP)).toBe(true);
  const order = withoutHastyChoices(TOPPED_UP);
  expect(hasDecision(order)).toBe(false);
  expect(order.instructions).toBeNull();
  expect(offersClaim(order, order.expiresAt.getTime())).toBe(false);
  expect(presentOrder(order, false)).toMatchObject({
    headlineId: 'order.furtherSeen',
    badgeId: 'status.verifying_transaction',
    buttons: ['explorer'],
    others: [],
  });
  expect(presentOrder(order, false).sentence.message).toMatch(/^Đừng chuyển nữa/);
});

test.each(['overpaid', 'late'] as const)('a payment to an order that is %s already is waited for as well', (reason) => {
  expect(presentOrder(withoutHastyChoices({ ...TOPPED_UP, reason }), true)).toMatchObject({ headlineId: 'order.furtherSeen', others: [] });
});

test('who has no key is not told to choose either', () => {
  const masked = withoutHastyChoices({ ...TOPPED_UP, masked: true, actions: [] });
  expect(presentOrder(masked, false).sentence.message).toMatch(/^Đừng chuyển nữa/);
});

test('without a further payment an order stays as it is', () => {
  for (const name of ['SELLUNDERPAID', 'SELLLATE', 'SEEN', 'PENDING']) expect(withoutHastyChoices(sampleOrder(name))).toBe(sampleOrder(name));
});
