import type { Orm } from '@quydoi/database/orm';
import { readOrderById } from '@quydoi/database/views/orders';
import { readAttempt, readPayout } from '@quydoi/database/views/payouts';
import type { PayoutState } from '@quydoi/domain/order/decide-payout';
import type { PayoutRequest } from '@quydoi/rails/rail';

/** An attempt with its payout and order, or null. */
export async function readPayoutState(orm: Orm, attemptId: string): Promise<PayoutState | null> {
  const attempt = await readAttempt(orm, attemptId);
  const payout = attempt && (await readPayout(orm, attempt.payoutId));
  const order = payout && (await readOrderById(orm, payout.orderId));
  return attempt && payout && order ? { order, payout, attempt } : null;
}

/** What the rail is asked to do for this attempt; always the same for the same attempt. */
export function requestOf({ order, payout, attempt }: PayoutState): PayoutRequest {
  return { key: attempt.key, amount: payout.amount, destination: payout.destination, destinationBank: payout.destinationBank, memo: order.ref };
}
