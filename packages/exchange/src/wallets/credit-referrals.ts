import { BalanceShortError } from '@quydoi/database/balance-lines';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { readReferral, readReferralsDue, readReferralsOwed } from '@quydoi/database/repositories/referrals';
import { readBalances, readKnownCustomers } from '@quydoi/database/repositories/wallets';
import type { Change } from '@quydoi/domain/change';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { InvariantError } from '@quydoi/domain/invariant';
import type { Order } from '@quydoi/domain/order/order';
import { decideCreditReferral, decideNoReferral, decidePostponeReferral, decideTakeBackReferral } from '@quydoi/domain/wallet/decide-referral';
import type { Referral } from '@quydoi/domain/wallet/referral';
import { decisionContext } from '../context.ts';
import { decideAndApply, startingFrom } from '../decide-and-apply.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import type { Objection } from '../payouts/signer-obligation.ts';
import { judgeReferred, readReferralShare } from './judge-referral.ts';

const BATCH_SIZE = 100;
const CONCURRENCY = 4;
/** Most debts of a sponsor that one credit settles. */
const DEBTS_MAX = 100;
/** Interval at which an order is looked at again whose payments the signer has not read, as after a payout by hand, and for how long. */
const WAIT_MS = 5 * MINUTE_MS;
const WAIT_MS_MAX = DAY_MS;

/**
 * Credits sponsors with their part of the fees of orders that were delivered, and takes back what was credited for orders that are delivered no more.
 * The database queues them when an order's status says so; what the order has earned the signer finds out itself.
 */
export async function creditReferrals(ctx: SignerCtx): Promise<false> {
  const due = await readReferralsDue(ctx.orm, ctx.clock.now(), BATCH_SIZE);
  await forEachIsolated(ctx, due, 'referral not handled', (referral) => handle(ctx, referral), {
    concurrency: CONCURRENCY,
    fieldsOf: ({ id }) => ({ order: id }),
  });
  return false;
}

async function handle(ctx: SignerCtx, first: Referral): Promise<void> {
  try {
    await decideAndApply(
      ctx,
      startingFrom(first, () => readReferral(ctx.orm, first.id)),
      (referral) => (referral.state === 'due' ? decide(ctx, referral) : null),
    );
  } catch (error) {
    // The sponsor has spent meanwhile what was to be taken back: the next run reads the balance again.
    if (!(error instanceof BalanceShortError)) throw error;
  }
}

async function decide(ctx: SignerCtx, referral: Referral): Promise<Change> {
  const decisionCtx = decisionContext(ctx, 'system', 'creditReferrals');
  const order = await readOrderById(ctx.orm, referral.id);
  if (!order) throw new InvariantError(`referral ${referral.id} is of no order`);
  const takeBack = async () => decideTakeBackReferral(referral, (await readBalances(ctx.orm, referral.sponsorId)).get('vnd') ?? 0n, decisionCtx);
  if (order.status !== 'delivered') return takeBack();
  const share = await readReferralShare(ctx, order);
  if (share === 0n && referral.amount === 0n) return decideNoReferral(referral);
  const objection = await judge(ctx, referral, order);
  if (objection === null) {
    return decideCreditReferral(referral, share, await readReferralsOwed(ctx.orm, referral.sponsorId, DEBTS_MAX), decisionCtx);
  }
  if (typeof objection !== 'string' && isWorthWaiting(order, decisionCtx.now))
    return decidePostponeReferral(referral, new Date(decisionCtx.now.getTime() + WAIT_MS));
  const detail = typeof objection === 'string' ? objection : objection.detail;
  ctx.logger.warn({ order: order.id, reason: detail }, 'sponsor not credited');
  return takeBack();
}

async function judge(ctx: SignerCtx, { sponsorId }: Referral, order: Order): Promise<Objection | null> {
  if (order.customerId === null || order.customerId === sponsorId) return 'the order is of nobody with a sponsor';
  if ((await readKnownCustomers(ctx.orm, [sponsorId])).length === 0) return 'the sponsor has no account any more';
  return judgeReferred(ctx, order, await readPayoutsOf(ctx.orm, order.id));
}

function isWorthWaiting({ finalAt }: Order, now: Date): boolean {
  return finalAt !== null && now.getTime() - finalAt.getTime() < WAIT_MS_MAX;
}
