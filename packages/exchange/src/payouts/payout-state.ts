import type { Orm } from '@quydoi/database/orm';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readAttempt, readPayout, readPayoutsOf } from '@quydoi/database/repositories/payouts';
import type { Order } from '@quydoi/domain/order/order';
import type { PayoutState } from '@quydoi/domain/order/payout-steps';
import type { Payout } from '@quydoi/domain/payout';
import type { PayoutRequest, SignedTransfer } from '@quydoi/rails/rail';

/**
 * An attempt with its payout and order, or null. What stands beside the order is read after it: whoever settles an attempt or a part changes
 * the order too, so a decision that missed it fails and is made again.
 */
export async function readPayoutState(orm: Orm, attemptId: string): Promise<PayoutState | null> {
  const named = await readAttempt(orm, attemptId);
  const of = named && (await readPayout(orm, named.payoutId));
  const order = of && (await readOrderById(orm, of.orderId));
  if (!order) return null;
  const [attempt, payouts] = await Promise.all([readAttempt(orm, attemptId), readPayoutsOf(orm, order.id)]);
  const payout = payouts.find(({ id }) => id === of.id);
  return attempt && payout ? { order, payout, attempt, siblings: payouts.filter(({ id }) => id !== payout.id) } : null;
}

/** The other payouts of a payout's order. */
export async function readSiblings(orm: Orm, payout: Payout): Promise<Payout[]> {
  return (await readPayoutsOf(orm, payout.orderId)).filter(({ id }) => id !== payout.id);
}

/** What the rail is asked to do for this attempt; always the same for the same attempt. */
export function requestOf({ order, payout, attempt }: Pick<PayoutState, 'order' | 'payout' | 'attempt'>): PayoutRequest {
  return requestUnder(attempt.key, order, payout);
}

/** What the rail is asked to do for a payout under a key. */
export function requestUnder(key: string, order: Order, payout: Payout): PayoutRequest {
  const { amount, destination, destinationBank } = payout;
  return { key, currency: payout.purpose === 'order' ? order.to : order.from, amount, destination, destinationBank, memo: order.ref };
}

/** The signed bytes of an attempt as they were stored; null when it has none. */
export function transferOf({ attempt }: Pick<PayoutState, 'attempt'>): SignedTransfer | null {
  const { key, raw, validUntil } = attempt;
  return raw === null ? null : { txid: key, raw, validUntil, slot: null };
}
