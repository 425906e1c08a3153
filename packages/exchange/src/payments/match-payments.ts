import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError, OverdrawnError } from '@quydoi/database/money-tx';
import { readOrdersAwaiting, readOrdersByRef } from '@quydoi/database/repositories/orders';
import { readPayment, readUnmatched } from '@quydoi/database/repositories/payments';
import type { Change } from '@quydoi/domain/change';
import { leasesAddresses } from '@quydoi/domain/networks';
import { decideCase, decideMatch } from '@quydoi/domain/order/decide-payment';
import { findMatch, type Match, refsOf } from '@quydoi/domain/order/match';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { type Ctx, decisionContext } from '../context.ts';
import { describeError } from '../describe-error.ts';
import { pricingOf } from '../orders/pricing.ts';
import { readLeasedOrder } from './leased-order.ts';

const AT_ONCE = 100;
const TRIES_MAX = 8;

/** Finds the order of each journalled payment and moves it on. One payment that fails does not hold up the others. */
export async function matchPayments(ctx: Ctx): Promise<boolean> {
  const payments = await readUnmatched(ctx.orm, AT_ONCE);
  for (const payment of payments) {
    try {
      await matchPayment(ctx, payment);
    } catch (error) {
      ctx.logger.error({ payment: payment.id, error: describeError(error) }, 'payment not matched');
    }
  }
  return payments.length === AT_ONCE;
}

/** Matches one payment; decided again when its order changes meanwhile, or when an expired order's hold cannot be taken again. */
export async function matchPayment(ctx: Ctx, first: Payment): Promise<void> {
  let canRehold = true;
  for (let tries = 1; ; tries += 1) {
    const payment = tries === 1 ? first : await readPayment(ctx.orm, first);
    if (payment?.state !== 'unmatched') return;
    const change = await decide(ctx, payment, canRehold);
    await ctx.checkpoint('match.before-write');
    try {
      await applyChanges(ctx.orm, [change], ctx.clock.now());
      await ctx.checkpoint('match.after-write');
      return;
    } catch (error) {
      if (error instanceof OverdrawnError && canRehold) canRehold = false;
      else if (!(error instanceof ConflictError) || tries >= TRIES_MAX) throw error;
    }
  }
}

async function decide(ctx: Ctx, payment: Payment, canRehold: boolean): Promise<Change> {
  const match = await matchOf(ctx, payment);
  if (!match.found) return decideCase(payment, match.caseCode, null);
  const pricing = leasesAddresses(payment.rail) ? await pricingOf(ctx, match.found) : null;
  return decideMatch(payment, match.found, decisionContext(ctx, 'system', `payment:${payment.id}`), canRehold, pricing);
}

/** Deposits belong to whoever had their address; other money names its order, or is told by amount and sender. */
async function matchOf(ctx: Ctx, payment: Payment): Promise<Match> {
  if (leasesAddresses(payment.rail)) {
    const order = await readLeasedOrder(ctx, payment);
    return order ? { found: order } : { found: null, caseCode: 'no_order' };
  }
  const byRef = await readOrdersByRef(ctx.orm, refsOf(payment));
  const open = byRef.length > 0 ? [] : await readOrdersAwaiting(ctx.orm, payment);
  return findMatch(payment, byRef, open);
}
