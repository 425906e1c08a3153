import type { Orm } from '@quydoi/database/orm';
import { type ClaimPlace, readClaim, readClaimsDue, readClaimsNew, readOrdersClaimed, readUnallocated } from '@quydoi/database/repositories/claims';
import { isMissedByOther, readOrderById, readOrdersByRef } from '@quydoi/database/repositories/orders';
import type { Change } from '@quydoi/domain/change';
import { canClaim } from '@quydoi/domain/claim/can-claim';
import { MISSING_STATUSES, type PaymentClaim } from '@quydoi/domain/claim/claim';
import { decideClaimedPayment, decideCloseClaim, decideReceiveClaim } from '@quydoi/domain/claim/decide-claim';
import { sendersNamedBy } from '@quydoi/domain/claim/rank-payments';
import { LATE_PAYMENT_HOURS, SUPPORT_WINDOW_DAYS } from '@quydoi/domain/constants';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { candidateRefs } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { readOwnBankAccounts } from '../market/own-bank-accounts.ts';
import { hasRival } from '../orders/has-rival.ts';
import { newestTermsOf } from '../orders/pricing.ts';
import { findClaimed } from './claimed-payment.ts';
import { readClaimedAgain } from './read-nameless.ts';

/** New claims and open ones handled in one round, open ones looked through, and payments looked at for each. */
const BATCH_SIZE = 200;
const STRETCH_SIZE = 1_000;
const PAYMENTS_MAX = 1_000;
/** Claims handled at once. */
const CONCURRENCY = 4;
/** Other orders that are compared with a claimed payment: more than these are no case for a program. */
const RIVALS_MAX = 100;

/** Where the next round goes on among the open claims, by process. */
const places = new WeakMap<Orm, ClaimPlace>();

/**
 * Takes new claims into their orders' logs; of those that wait, allocates a payment that is the order's without a person's judgement, and closes
 * claims whose order misses nothing any more. All others wait for an operator, and delay no new one however many they are: a round looks through a
 * stretch of them, and handles those that something may be done about.
 * @returns whether more new claims are due now
 */
export async function handleClaims(ctx: Ctx): Promise<boolean> {
  const fresh = await readClaimsNew(ctx.orm, BATCH_SIZE);
  const ids = fresh.map(({ id }) => id);
  // All received first, so that the log tells of a claim before its answer, and each counts as a rival of the others.
  const received = await handle(ctx, ids, receive);
  const since = new Date(ctx.clock.now().getTime() - SUPPORT_WINDOW_DAYS * DAY_MS);
  const { ids: due, next } = await readClaimsDue(ctx.orm, places.get(ctx.orm) ?? null, MISSING_STATUSES, since, STRETCH_SIZE, BATCH_SIZE);
  if (next) places.set(ctx.orm, next);
  else places.delete(ctx.orm);
  await handle(ctx, [...new Set([...ids, ...due])], allocateOrClose);
  return received === BATCH_SIZE;
}

function handle(ctx: Ctx, ids: readonly string[], decide: DecideClaim): Promise<number> {
  const fieldsOf = (id: string) => ({ claim: id });
  return forEachIsolated(ctx, ids, 'claim not handled', (id) => handleClaim(ctx, id, decide), { concurrency: CONCURRENCY, fieldsOf });
}

async function handleClaim(ctx: Ctx, id: string, decide: DecideClaim): Promise<void> {
  await decideAndApply(
    ctx,
    async () => {
      const claim = await readClaim(ctx.orm, id);
      const order = claim && (await readOrderById(ctx.orm, claim.orderId));
      return order && { claim, order };
    },
    ({ claim, order }, canHold) => decide(ctx, order, claim, canHold),
    { retryWithoutHold: true },
  );
}

type DecideClaim = (ctx: Ctx, order: Order, claim: PaymentClaim, canHold: boolean) => Promise<Change | null>;

const receive: DecideClaim = async (ctx, order, claim) => {
  // What came in behind the lists' cursors, or without its memo, is found by reading that time again.
  if (claim.state === 'new') readClaimedAgain(ctx, order.payInNetwork, claim);
  return claim.state === 'new' ? decideReceiveClaim(order, claim, decisionContext(ctx, 'customer', `claim:${claim.id}`)) : null;
};

const allocateOrClose: DecideClaim = async (ctx, order, claim, canHold) => {
  if (claim.state !== 'open') return null;
  const decisionCtx = decisionContext(ctx, 'system', `claim:${claim.id}`);
  if (!canClaim(order, ctx.clock.now())) return decideCloseClaim(order, claim, decisionCtx);
  const payment = await findSentByDeclared(ctx, order, claim);
  if (!payment) return null;
  const newest = await newestTermsOf(ctx, order);
  return decideClaimedPayment(order, claim, payment, decisionCtx, { canRehold: canHold, newest });
};

/**
 * The one payment without an order that the declared sender made and the claim names by its number, if no other order could be meant; null otherwise:
 * then a person decides. An order without a declared sender could be meant by any payment of its amount, also after it expired, as long as it takes late
 * payments.
 */
async function findSentByDeclared(ctx: Ctx, order: Order, claim: PaymentClaim): Promise<Payment | null> {
  if (order.sender === null || claim.reference === null) return null;
  const [payments, ownAccounts] = await Promise.all([
    readUnallocated(ctx.orm, order.payInNetwork, order.createdAt, PAYMENTS_MAX),
    readOwnBankAccounts(ctx),
  ]);
  const payment = findClaimed(order, claim, payments, ownAccounts);
  if (!payment) return null;
  const senders = sendersNamedBy(payment);
  const since = new Date(payment.recordedAt.getTime() - LATE_PAYMENT_HOURS * HOUR_MS);
  const [named, isMissed, isRivalled, claimed] = await Promise.all([
    readOrdersByRef(ctx.orm, candidateRefs(payment)),
    isMissedByOther(ctx.orm, order, payment.amount, senders, since),
    hasRival(ctx, order, payment),
    readOrdersClaimed(ctx.orm, order, payment.amount, RIVALS_MAX),
  ]);
  const isClaimedByOther = claimed.length === RIVALS_MAX || claimed.some(({ sender }) => sender !== null && senders.includes(sender));
  return named.length === 0 && !isMissed && !isRivalled && !isClaimedByOther ? payment : null;
}
