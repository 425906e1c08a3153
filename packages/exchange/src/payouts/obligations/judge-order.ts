import { readPaymentsOf } from '@quydoi/database/repositories/payments';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { countedPayments } from '@quydoi/domain/order/counted-payments';
import type { Order } from '@quydoi/domain/order/order';
import { rejectGivenBack } from '@quydoi/domain/order/validation/reject-given-back';
import { type OperatorRates, validateTerms } from '@quydoi/domain/order/validation/validate-terms';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { isOrderProven } from '../../orders/order-proof.ts';
import { requirePayerApproval } from '../await-approval.ts';
import { confirmAtFirstHand, datedAtFirstHand } from '../confirm-payments.ts';
import type { SignerCtx } from '../signer.ts';
import type { Objection } from '../signer-obligation.ts';
import { cameToOurAddresses } from './evidence.ts';
import { areRatesAllowed, readOperatorRates, rejectLatePriceOf } from './read-rates.ts';
import { rejectCoupon } from './reject-coupon.ts';

/** What the signer reads of an order to judge it. */
export interface OrderEvidence {
  readonly payouts: readonly Payout[];
  readonly payments: readonly Payment[];
  readonly rates: OperatorRates;
}

/**
 * Judges an order by evidence of the signer's own: the site made it, its terms are priced anew from the operators' own rate, which is one that they may
 * set, and its payments came to us, for this order, from the declared sender, by the signer's own reading.
 * @param payout whose approval by an operator counts for the order's payments
 * @param validate what else has to hold, before payments are confirmed
 * @returns the objection, or null
 */
export async function judgeOrder(
  ctx: SignerCtx,
  order: Order,
  payout: Payout,
  validate: (evidence: OrderEvidence) => Promise<string | null>,
): Promise<Objection | null> {
  const [payouts, payments, rates] = await Promise.all([
    readPayoutsOf(ctx.orm, order.id),
    readPaymentsOf(ctx.orm, order.id),
    readOperatorRates(ctx, order),
  ]);
  if (!isOrderProven(order, ctx.requestSecrets)) return 'the order was not made by the site';
  if (!(await cameToOurAddresses(ctx, order, payments))) return 'paid to an address that is not ours';
  const givenBack = rejectGivenBack(order, payouts, payments);
  if (givenBack !== null) return givenBack;
  if (!rates) return 'rate version is of something else';
  if (!(await areRatesAllowed(ctx, order))) return 'one operator may not set the rate alone';
  const coupon = await rejectCoupon(ctx, order);
  if (coupon !== null) return coupon;
  const rejection = await validate({ payouts, payments, rates });
  if (rejection !== null) return rejection;
  const counted = countedPayments(order, payments);
  const evidence = await confirmAtFirstHand(ctx, order, payout, counted);
  if ('objection' in evidence) return evidence.objection;
  const unknownPayer = await requirePayerApproval(ctx, order, payout, [...evidence.records.values()]);
  if (unknownPayer !== null) return unknownPayer;
  const read = datedAtFirstHand(counted, evidence.records);
  return validateTerms({ order, payments: read, ...rates }) ?? rejectLatePriceOf(ctx, order, read);
}
