import { readOrdersAwaiting, readOrdersByRef } from '@quydoi/database/repositories/orders';
import { readPaymentById, readUnmatched } from '@quydoi/database/repositories/payments';
import { hasSubmissionInDoubt } from '@quydoi/database/repositories/voucher-submissions';
import { readKnownCustomers } from '@quydoi/database/repositories/wallets';
import type { Change } from '@quydoi/domain/change';
import { hasVouchers } from '@quydoi/domain/currencies';
import { leasesAddresses } from '@quydoi/domain/networks';
import { decideMatch, decideWrongNetwork } from '@quydoi/domain/order/decisions/decide-payment';
import { candidateRefs, findMatch, type Match } from '@quydoi/domain/order/match';
import { decideCase } from '@quydoi/domain/transfer/journal-payment';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { VOUCHER_OUTAGE_MS } from '@quydoi/domain/voucher';
import { depositorsInMemo } from '@quydoi/domain/wallet/deposit-memo';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply, startingFrom } from '../decide-and-apply.ts';
import { forEachConcurrently, forEachIsolated } from '../for-each-isolated.ts';
import { isMoneyMissing } from '../market/abilities.ts';
import { readDepositorByAddress } from '../orders/deposit-address-owner.ts';
import { hasRival } from '../orders/has-rival.ts';
import { isPaidAs, readOrderAt } from '../orders/leased-order.ts';
import { readOrderByVoucher } from '../orders/order-by-voucher.ts';
import { newestTermsOf, pricingOf } from '../orders/pricing.ts';

const BATCH_SIZE = 100;
/** Groups of payments that are matched concurrently. */
const CONCURRENCY = 4;
const CHECKPOINTS = { before: 'match.before-write', after: 'match.after-write' } as const;

/** Matches confirmed payments to orders. Payments that may belong to one order are matched one after another, oldest first. */
export async function matchPayments(ctx: Ctx): Promise<boolean> {
  const payments = await readUnmatched(ctx.orm, BATCH_SIZE);
  const fieldsOf = ({ id }: Payment) => ({ payment: id });
  const groups = [...Map.groupBy(payments, groupKeyOf).values()];
  await forEachConcurrently(groups, CONCURRENCY, (group) =>
    forEachIsolated(ctx, group, 'payment not matched', (payment) => matchPayment(ctx, payment), { fieldsOf }),
  );
  return payments.length === BATCH_SIZE;
}

/** Grouping key of payments that may belong to one order: the reference in the memo, else the receiving account or address. */
function groupKeyOf(payment: Payment): string {
  const [ref] = leasesAddresses(payment.network) ? [] : candidateRefs(payment);
  return ref ?? `${payment.network} ${payment.account}`;
}

/** Matches one payment. Decides again if its order changes concurrently, or if the payout of an expired order cannot be held again. */
export async function matchPayment(ctx: Ctx, first: Payment): Promise<void> {
  await decideAndApply(
    ctx,
    startingFrom(first, () => readPaymentById(ctx.orm, first.id)),
    (payment, canHold) => (payment.state === 'unmatched' ? decide(ctx, payment, canHold) : null),
    { checkpoints: CHECKPOINTS, retryWithoutHold: true },
  );
}

async function decide(ctx: Ctx, payment: Payment, canHold: boolean): Promise<Change | null> {
  const match = await matchOf(ctx, payment);
  if (match === 'in-doubt') return null;
  const decisionCtx = decisionContext(ctx, 'system', `payment:${payment.id}`);
  if (!match.found) return match.meant ? decideWrongNetwork(payment, match.meant, decisionCtx) : decideCase(payment, match.caseCode, null);
  const [pricing, settings] = await Promise.all([leasesAddresses(payment.network) ? pricingOf(ctx, match.found) : null, ctx.settings()]);
  // Late money was promised nothing: no order goes on for it by itself while money is missing.
  const newest = isMoneyMissing(settings, match.found.to) ? null : await newestTermsOf(ctx, match.found);
  const facts = { canRehold: canHold, pricing, newest };
  return decideMatch(payment, match.found, decisionCtx, facts);
}

/**
 * Finds the order of a payment: by the lease of its address, else by the voucher whose activation made the payment, else by the reference in its
 * memo, else by exact amount and sender. A payment whose memo names no order but a customer is a deposit. `in-doubt`: the payment names no order, and may
 * come from a voucher whose issuer has not answered yet.
 */
async function matchOf(ctx: Ctx, payment: Payment): Promise<Match | 'in-doubt'> {
  if (leasesAddresses(payment.network)) {
    const order = await readOrderAt(ctx, payment);
    if (!order) return { found: null, caseCode: (await isOfBalance(ctx, payment)) ? 'deposit' : 'no_order' };
    return isPaidAs(order, payment) ? { found: order } : { found: null, caseCode: 'wrong_network', meant: order };
  }
  // Read before the issuer's answers, so that an answer stored in between cannot hide a doubt.
  const isInDoubt = hasVouchers(payment.network) && payment.payer === null && (await isVoucherInDoubt(ctx));
  const paidByVoucher = await readOrderByVoucher(ctx, payment);
  if (paidByVoucher) return { found: paidByVoucher };
  const byRef = await readOrdersByRef(ctx.orm, candidateRefs(payment));
  // An order of a balance is paid by the balance alone: the signer takes no other money for it, and could give none back.
  if (byRef.some(({ fromBalance }) => fromBalance)) return { found: null, caseCode: 'no_order' };
  if (byRef.length > 0) return findMatch(payment, byRef, []);
  const depositors = await readDepositors(ctx, payment);
  if (depositors.length > 0) return { found: null, caseCode: depositors.length === 1 ? 'deposit' : 'ambiguous' };
  if (isInDoubt) return 'in-doubt';
  const match = findMatch(payment, [], await readOrdersAwaiting(ctx.orm, payment));
  return match.found && (await hasRival(ctx, match.found, payment)) ? { found: null, caseCode: 'ambiguous' } : match;
}

/** Customers whom a payment of dong names as depositors. The signer credits the only one, once it has read the memo itself. */
async function readDepositors(ctx: Ctx, { network, memo }: Payment): Promise<string[]> {
  return network === 'bank' ? readKnownCustomers(ctx.orm, depositorsInMemo(memo)) : [];
}

/** Whether a payment on a chain came to a balance's own address, in its currency. */
async function isOfBalance(ctx: Ctx, payment: Payment): Promise<boolean> {
  return (await readDepositorByAddress(ctx, payment)) !== null;
}

/** Whether an activation has no answer yet. Only payments without a payer wait for it, because activated vouchers arrive without one. */
function isVoucherInDoubt(ctx: Ctx): Promise<boolean> {
  return hasSubmissionInDoubt(ctx.orm, new Date(ctx.clock.now().getTime() - VOUCHER_OUTAGE_MS));
}
