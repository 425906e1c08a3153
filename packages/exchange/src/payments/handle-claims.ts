import { readClaim, readClaimsOpen, readUnallocated } from '@quydoi/database/repositories/claims';
import { hasRivalOrder, readOrderById, readOrdersByRef } from '@quydoi/database/repositories/orders';
import type { Change } from '@quydoi/domain/change';
import { canClaim, type PaymentClaim } from '@quydoi/domain/claim/claim';
import { decideClaimedPayment, decideCloseClaim, decideReceiveClaim } from '@quydoi/domain/claim/decide-claim';
import { isFromDeclaredSender, tellsReference } from '@quydoi/domain/claim/rank-payments';
import { CLOCK_SKEW_SECONDS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import { candidateRefs } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { newestTermsOf } from '../orders/pricing.ts';

/** Claims looked at in one round, and payments looked at for each. */
const BATCH_SIZE = 200;
const PAYMENTS_MAX = 1_000;
/** Age up to which another order may still be meant by a payment: late money of an expired order goes on by itself as long. */
const RIVAL_HOURS = 48;

/**
 * Looks at the claims that wait: takes new ones into their orders' logs, allocates a payment that is the order's without a person's judgement, and
 * closes claims whose order misses nothing any more. All others wait for an operator.
 */
export async function handleClaims(ctx: Ctx): Promise<boolean> {
  const claims = await readClaimsOpen(ctx.orm, BATCH_SIZE);
  await forEachIsolated(ctx, claims, 'claim not handled', (claim) => handleClaim(ctx, claim, claims), { fieldsOf: ({ id }) => ({ claim: id }) });
  return false;
}

async function handleClaim(ctx: Ctx, { id }: PaymentClaim, open: readonly PaymentClaim[]): Promise<void> {
  // Received first, so that the log tells of the claim before its answer.
  for (const decide of [receive, allocateOrClose]) {
    await decideAndApply(
      ctx,
      async () => {
        const claim = await readClaim(ctx.orm, id);
        const order = claim && (await readOrderById(ctx.orm, claim.orderId));
        return order && { claim, order };
      },
      ({ claim, order }, canHold) => decide(ctx, order, claim, open, canHold),
      { retryWithoutHold: true },
    );
  }
}

type DecideClaim = (ctx: Ctx, order: Order, claim: PaymentClaim, open: readonly PaymentClaim[], canHold: boolean) => Promise<Change | null>;

const receive: DecideClaim = async (ctx, order, claim) => {
  return claim.state === 'new' ? decideReceiveClaim(order, claim, decisionContext(ctx, 'customer', `claim:${claim.id}`)) : null;
};

const allocateOrClose: DecideClaim = async (ctx, order, claim, open, canHold) => {
  if (claim.state !== 'open') return null;
  const decisionCtx = decisionContext(ctx, 'system', `claim:${claim.id}`);
  if (!canClaim(order, ctx.clock.now())) return decideCloseClaim(order, claim, decisionCtx);
  const payment = await findSentByDeclared(ctx, order, claim, open);
  if (!payment) return null;
  const newest = newestTermsOf(await ctx.settings(), order);
  return decideClaimedPayment(order, claim, payment, decisionCtx, { canRehold: canHold, newest });
};

/**
 * The one payment without an order that the declared sender made and the claim names by its number, if no other order could be meant; null otherwise:
 * then a person decides. An order without a declared sender could be meant by any payment of its amount, also after it expired.
 */
async function findSentByDeclared(ctx: Ctx, order: Order, claim: PaymentClaim, open: readonly PaymentClaim[]): Promise<Payment | null> {
  if (order.sender === null) return null;
  const since = new Date(order.createdAt.getTime() - CLOCK_SKEW_SECONDS * 1000);
  const payments = await readUnallocated(ctx.orm, order.payInNetwork, since, PAYMENTS_MAX);
  const [payment, ...others] = payments.filter((each) => isFromDeclaredSender(order, each));
  if (!payment || others.length > 0 || payment.caseCode !== 'no_order' || !tellsReference(claim, payment)) return null;
  const rivalIds = open.map(({ orderId }) => orderId).filter((orderId) => orderId !== order.id);
  const rivalsSince = new Date(payment.recordedAt.getTime() - RIVAL_HOURS * HOUR_MS);
  const [named, hasRival, claimed] = await Promise.all([
    readOrdersByRef(ctx.orm, candidateRefs(payment)),
    hasRivalOrder(ctx.orm, order, payment.amount, rivalsSince),
    Promise.all(rivalIds.map((orderId) => readOrderById(ctx.orm, orderId))),
  ]);
  const rivals = claimed.filter((rival) => rival !== null && isFromDeclaredSender(rival, payment));
  return named.length === 0 && !hasRival && rivals.length === 0 ? payment : null;
}
