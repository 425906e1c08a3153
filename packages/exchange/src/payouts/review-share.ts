import { readFeeSettings } from '@quydoi/database/repositories/settings';
import { CLOCK_SKEW_SECONDS, RECALCULATION_TTL_SECONDS } from '@quydoi/domain/constants';
import type { Order } from '@quydoi/domain/order/order';
import { isSharedBy } from '@quydoi/domain/order/refund';
import type { FirstHandPayment } from '@quydoi/domain/transfer/first-hand';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { type RefundFeeSettings, refundShareOf } from '../market/refund-share.ts';
import type { SignerCtx } from './signer.ts';

/**
 * Decides whether a refund is shared otherwise than by the fees that operators had set when it was made, or up to `RECALCULATION_TTL_SECONDS` before or
 * after: whoever made it may have read the settings earlier, or by another clock. Its row is another role's word, its time too: none is made before the
 * money came, as the signer has read, or in the future. Returns the reason why an operator has to approve it, or null.
 */
export async function reviewShare(
  ctx: SignerCtx,
  order: Order,
  payout: Payout,
  siblings: readonly Payout[],
  records: readonly FirstHandPayment[],
): Promise<string | null> {
  if (isMistimed(payout.createdAt, records, ctx.clock.now())) return 'the refund is dated otherwise than it was made';
  const settings = await readFeesWhenMade(ctx, order, payout);
  const isShared = settings.some((fees) => isSharedBy(payout, siblings, (gross) => refundShareOf(fees, order, gross, payout.destinationBank)));
  return isShared ? null : 'the refund’s fee is not the one that operators had set';
}

function isMistimed(madeAt: Date, records: readonly FirstHandPayment[], now: Date): boolean {
  const madeMs = madeAt.getTime();
  // A bank's list may tell its times in another zone: no payment came after it was read.
  const cameMs = Math.max(...records.map(({ paidAt, firstReadAt }) => Math.min(paidAt.getTime(), firstReadAt.getTime())));
  return madeMs < cameMs - CLOCK_SKEW_SECONDS * 1000 || madeMs > now.getTime() + CLOCK_SKEW_SECONDS * 1000;
}

function readFeesWhenMade(ctx: SignerCtx, { from }: Order, { createdAt, destinationBank }: Payout): Promise<RefundFeeSettings[]> {
  const toleranceMs = RECALCULATION_TTL_SECONDS * 1000;
  const period = { from: new Date(createdAt.getTime() - toleranceMs), until: new Date(createdAt.getTime() + toleranceMs) };
  return readFeeSettings(ctx.orm, from === 'vnd' ? { kind: 'bank', key: destinationBank ?? '' } : { kind: 'buy', key: from }, period);
}
