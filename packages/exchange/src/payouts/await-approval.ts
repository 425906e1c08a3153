import { type OrderVerb, readOrderVerbs } from '@quydoi/database/repositories/audit';
import { readReserves } from '@quydoi/database/repositories/ledger';
import { readPayoutVolumes } from '@quydoi/database/repositories/payout-volume';
import { type CurrencyCode, isTradedCode } from '@quydoi/domain/currencies';
import type { Order } from '@quydoi/domain/order/order';
import { reviewRefund } from '@quydoi/domain/order/review-refund';
import { parseRate, RATE_ONE } from '@quydoi/domain/rate';
import type { Settings } from '@quydoi/domain/settings';
import type { FirstHandPayment } from '@quydoi/domain/transfer/first-hand';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { exceededCap, parsePayoutCap } from '@quydoi/domain/transfer/payout-cap';
import { checkedDestination } from '../market/destination.ts';
import type { SignerCtx } from './signer.ts';
import type { Waiting } from './signer-obligation.ts';

/**
 * Holds a refund to an account that is not the customer's own, or beyond the day's refunds in dong, until an operator approves it.
 * @param records what the signer has read itself of the payments that are refunded
 */
export async function awaitRefundApproval(
  ctx: SignerCtx,
  order: Order,
  payout: Payout,
  siblings: readonly Payout[],
  records: readonly FirstHandPayment[],
): Promise<Waiting | null> {
  const [settings, volumeOf, reserves] = await Promise.all([
    ctx.settings(),
    readPayoutVolumes(ctx.orm, ['refunds:vnd', `refunds:vnd:${order.subject}`], ctx.clock.now()),
    readReserves(ctx.orm),
  ]);
  const dong = reserves.find(({ reserve }) => reserve === 'vnd');
  const reason = reviewRefund({
    order,
    payout,
    siblings,
    records,
    sellRate: sellRateOf(settings, order.from),
    refundedToSubject: volumeOf(`refunds:vnd:${order.subject}`).day,
    refundedInAll: volumeOf('refunds:vnd').day,
    dongReserve: dong ? dong.available + dong.held : 0n,
  });
  return waitUnlessApproved(ctx, payout, reason, (verbs) => verbs.some((verb) => isRefundOf(settings, verb, order, payout)));
}

/** Holds a payout beyond the caps of its reserve until an operator approves it. One that has been sent before was counted then. */
export async function awaitApprovalAboveCap(ctx: SignerCtx, payout: Payout): Promise<Waiting | null> {
  if (payout.tries > 0) return null;
  const { reserve, amount } = payout;
  const [{ payoutCaps }, volumeOf] = await Promise.all([ctx.settings(), readPayoutVolumes(ctx.orm, [`payouts:${reserve}`], ctx.clock.now())]);
  const caps = payoutCaps.get(reserve);
  return waitUnlessApproved(ctx, payout, exceededCap(amount, caps ? parsePayoutCap(reserve, caps) : null, volumeOf(`payouts:${reserve}`)));
}

async function waitUnlessApproved(
  ctx: SignerCtx,
  payout: Payout,
  reason: string | null,
  isDecided: (verbs: readonly OrderVerb[]) => boolean = () => false,
): Promise<Waiting | null> {
  if (reason === null) return null;
  const verbs = payout.orderId === null ? [] : await readOrderVerbs(ctx.orm, payout.orderId);
  const isApproved = verbs.some(({ verb, input }) => verb === 'approvePayout' && input.payout === payout.id);
  return isApproved || isDecided(verbs) ? null : { waitsFor: 'approval', detail: reason };
}

/** Whether an operator asked for this refund, or this return of a payment, to this account. */
function isRefundOf(settings: Settings, { verb, input }: OrderVerb, order: Order, payout: Payout): boolean {
  const isAsked = payout.obligationKind === 'return' ? verb === 'refundPayment' && input.id === payout.obligationId : verb === 'refundOrder';
  const { destination, destinationBank } = input;
  if (!isAsked || typeof destination !== 'string') return false;
  try {
    const asked = checkedDestination(settings, order.from, destination, typeof destinationBank === 'string' ? destinationBank : null);
    return asked.account === payout.destination && asked.bank === payout.destinationBank;
  } catch {
    // Not an account any more: bank closed, pattern changed. An operator has to look again.
    return false;
  }
}

function sellRateOf(settings: Settings, code: CurrencyCode): bigint | null {
  if (code === 'vnd') return RATE_ONE;
  const rate = isTradedCode(code) ? settings.sell.get(code) : undefined;
  return rate ? parseRate(rate.value.value) : null;
}
