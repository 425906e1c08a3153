import type { ClaimItem } from '@quydoi/contract/operations/claims';
import { readClaimsOpen, readUnallocated } from '@quydoi/database/repositories/claims';
import { readOrderById } from '@quydoi/database/repositories/orders';
import type { PaymentClaim } from '@quydoi/domain/claim/claim';
import { type RankedPayment, rankPayments } from '@quydoi/domain/claim/rank-payments';
import { CLOCK_SKEW_SECONDS } from '@quydoi/domain/constants';
import { CURRENCIES, RESERVES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../../context.ts';
import type { OperatorVerb } from '../operator-verb.ts';

/** Payments looked at for a claim, and shown with it. */
const PAYMENTS_MAX = 1_000;
const CANDIDATES_MAX = 5;

interface ClaimWithPayments {
  readonly claim: PaymentClaim;
  readonly order: Order;
  readonly ranked: readonly RankedPayment[];
}

/** Lists claims that wait for an answer, oldest first, each with the unmatched payments that fit it, the best first. */
export const listClaims: OperatorVerb<{ limit: number }, { items: ClaimItem[] }> = async (ctx, _operator, { limit }) => {
  const claims = await readClaimsOpen(ctx.orm, limit);
  const found = (await Promise.all(claims.map((claim) => withPayments(ctx, claim)))).filter((each) => each !== null);
  return { items: found.map((each) => itemOf(each, found)) };
};

async function withPayments(ctx: Ctx, claim: PaymentClaim): Promise<ClaimWithPayments | null> {
  const order = await readOrderById(ctx.orm, claim.orderId);
  if (!order) return null;
  const since = new Date(order.createdAt.getTime() - CLOCK_SKEW_SECONDS * 1000);
  const payments = await readUnallocated(ctx.orm, order.payInNetwork, since, PAYMENTS_MAX);
  return { claim, order, ranked: rankPayments(claim, order, payments).slice(0, CANDIDATES_MAX) };
}

function itemOf({ claim, order, ranked }: ClaimWithPayments, all: readonly ClaimWithPayments[]): ClaimItem {
  const { id, n, paidAt, bank, accountEnd, reference, createdAt } = claim;
  const others = all.filter((other) => other.order.id !== order.id);
  const claimedBy = (paymentId: string) => others.filter((other) => other.ranked.some(({ payment }) => payment.id === paymentId));
  return {
    ...{ id, n, paidAt, bank, accountEnd, reference, createdAt },
    ref: order.ref,
    status: order.status,
    sender: order.sender,
    currency: order.from,
    missing: formatDecimal(order.amountSent - order.amountPaid, CURRENCIES[order.from].scale),
    candidates: ranked.map(({ payment, fit }) => ({
      id: payment.id,
      amount: formatDecimal(payment.amount, RESERVES[payment.unit].scale),
      memo: payment.memo,
      payer: payment.payer,
      reference: payment.reference,
      paidAt: payment.paidAt,
      fit,
      alsoClaimedBy: [...new Set(claimedBy(payment.id).map((other) => other.order.ref))],
    })),
  };
}
