import type { OrderVerb } from '@quydoi/database/repositories/audit';
import { readPayoutVolumes } from '@quydoi/database/repositories/payout-volume';
import { readLastAttempt } from '@quydoi/database/repositories/payouts';
import { readRefundRequests } from '@quydoi/database/repositories/requests';
import { type CurrencyCode, isTradedCode } from '@quydoi/domain/currencies';
import { isThirdPartyPayer } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import { refundLimits, reviewRefund } from '@quydoi/domain/order/validation/review-refund';
import { parseRate, RATE_ONE } from '@quydoi/domain/price/rate';
import type { Settings } from '@quydoi/domain/settings';
import type { FirstHandPayment } from '@quydoi/domain/transfer/first-hand';
import { isRefundOrReturn, type Payout } from '@quydoi/domain/transfer/payout';
import { capLimits, exceededCap, parsePayoutCap } from '@quydoi/domain/transfer/payout-cap';
import { exceededLimit, type VolumeLimit } from '@quydoi/domain/transfer/volume-limit';
import { isOrderProven } from '../orders/order-proof.ts';
import { isRequestProven } from '../orders/request-proof.ts';
import { isAccountOf, isRefundOf } from './asked-refund.ts';
import { isOurs } from './attempt-codes.ts';
import { readDongReserve } from './dong-reserve.ts';
import { isApprovalOf, isClearance } from './operator-acts.ts';
import { readOperatorDecisions, readPayoutDecisions } from './operator-decisions.ts';
import { reviewShare } from './review-share.ts';
import type { SignerCtx } from './signer.ts';
import type { SignerObligation, Waiting } from './signer-obligation.ts';
import { sumOfOrder } from './sum-of-act.ts';

/**
 * Holds a refund of an order that the web process did not make until an operator approves it: whose order it is, and which account is its customer's own,
 * is then only what the web's database login wrote.
 */
export async function requireOrderApproval(ctx: SignerCtx, order: Order, payout: Payout): Promise<Waiting | null> {
  const settings = await ctx.settings();
  const reason = isOrderProven(order, ctx.requestSecrets) ? null : 'the order was not made by the site';
  return waitUnlessApproved(ctx, payout, reason, (verbs) => verbs.some((verb) => isRefundOf(settings, verb, order, payout)));
}

/**
 * Holds what is paid for money of another payer than the order's declared sender, where the network tells who paid, until an operator approves it or has
 * cleared the order: that the worker holds such an order as a risk is only its word. However little it is, only an operator gives it to an order.
 * @param records what the signer has read itself of the payments that are paid out or refunded
 */
export async function requirePayerApproval(
  ctx: SignerCtx,
  order: Order,
  payout: Payout,
  records: readonly FirstHandPayment[],
): Promise<Waiting | null> {
  if (!records.some((record) => isThirdPartyPayer(record, order))) return null;
  const settings = await ctx.settings();
  const decisions = await readOperatorDecisions(ctx, order.id, sumOfOrder(order));
  const isDecided = (verbs: readonly OrderVerb[]) => isRefundOrReturn(payout) && verbs.some((verb) => isRefundOf(settings, verb, order, payout));
  const reason = decisions.some(isClearance) ? null : 'paid by another than the sender whom the order declares';
  return waitUnlessApproved(ctx, payout, reason, isDecided);
}

/**
 * Holds a refund to an account that is not the customer's own until an operator approves it.
 * @param records what the signer has read itself of the payments that are refunded
 */
export async function requireRefundApproval(
  ctx: SignerCtx,
  order: Order,
  payout: Payout,
  siblings: readonly Payout[],
  records: readonly FirstHandPayment[],
): Promise<Waiting | null> {
  const settings = await ctx.settings();
  const reason = reviewRefund({
    order,
    payout,
    siblings,
    records,
    sellRate: sellRateOf(settings, order.from),
    isAskedWithKey: await isAskedWithKey(ctx, settings, order, payout),
  });
  return waitUnlessApproved(ctx, payout, reason, (verbs) => verbs.some((verb) => isRefundOf(settings, verb, order, payout)));
}

/**
 * Holds a refund of which we keep more or less than the operators' fees were when it was made until an operator approves it.
 * @param records what the signer has read itself of the payments that are refunded
 */
export async function requireShareApproval(
  ctx: SignerCtx,
  order: Order,
  payout: Payout,
  siblings: readonly Payout[],
  records: readonly FirstHandPayment[],
): Promise<Waiting | null> {
  return waitUnlessApproved(ctx, payout, await reviewShare(ctx, order, payout, siblings, records));
}

/** Limits on refunds within a day that a refund counts for; none when an operator asked for it. */
export async function readRefundLimits(
  ctx: SignerCtx,
  order: Order,
  payout: Payout,
  records: readonly FirstHandPayment[],
): Promise<readonly VolumeLimit[]> {
  const [settings, verbs, dongReserve] = await Promise.all([ctx.settings(), readOperatorDecisions(ctx, order.id, payout), readDongReserve(ctx)]);
  if (verbs.some((verb) => isRefundOf(settings, verb, order, payout))) return [];
  return refundLimits({ order, payout, records, sellRate: sellRateOf(settings, order.from) }, dongReserve);
}

/**
 * Holds a payout beyond the caps of its reserve, or beyond its obligation's own limits, until an operator approves it or enough time has passed. One
 * with an attempt of the signer's was judged and counted then; an attempt that its login alone wrote tells nothing, nor does `tries`.
 * @returns what it waits for, or the limits to judge it by once it is counted (`apply-within-limits.ts`): none if it is approved
 */
export async function judgeVolume(ctx: SignerCtx, obligation: SignerObligation, payout: Payout): Promise<Waiting | readonly VolumeLimit[]> {
  const last = payout.tries > 0 ? await readLastAttempt(ctx.orm, payout.id) : null;
  if (last && (await isOurs(ctx, last))) return [];
  const { reserve, amount } = payout;
  const [{ payoutCaps }, own] = await Promise.all([ctx.settings(), obligation.volumeLimits?.(payout) ?? []]);
  const set = payoutCaps.get(reserve);
  const caps = set ? parsePayoutCap(reserve, set) : null;
  const limits = [...(caps ? capLimits(reserve, amount, caps) : []), ...own];
  const volumeOf = await readPayoutVolumes(
    ctx.orm,
    limits.map(({ party }) => party),
    ctx.clock.now(),
  );
  const reason = exceededCap(amount, caps) ?? exceededLimit(limits, volumeOf, false);
  if (reason === null) return limits;
  return (await waitUnlessApproved(ctx, payout, reason)) ?? [];
}

async function waitUnlessApproved(
  ctx: SignerCtx,
  payout: Payout,
  reason: string | null,
  isDecided: (verbs: readonly OrderVerb[]) => boolean = () => false,
): Promise<Waiting | null> {
  if (reason === null) return null;
  const verbs = await readPayoutDecisions(ctx, payout);
  const isApproved = verbs.some((verb) => isApprovalOf(verb, payout));
  return isApproved || isDecided(verbs) ? null : { waitsFor: 'approval', detail: reason };
}

/** Whether whoever has the order's key asked for a refund to this account: the web process proves it. */
async function isAskedWithKey(ctx: SignerCtx, settings: Settings, order: Order, payout: Payout): Promise<boolean> {
  if (payout.obligationKind !== 'refund') return false;
  const requests = await readRefundRequests(ctx.orm, order.id);
  return requests.some((request) => isRequestProven(request, ctx.requestSecrets) && isAccountOf(settings, order, request.params, payout));
}

function sellRateOf(settings: Settings, code: CurrencyCode): bigint | null {
  if (code === 'vnd') return RATE_ONE;
  const rate = isTradedCode(code) ? settings.sell.get(code) : undefined;
  return rate ? parseRate(rate.value.value) : null;
}
