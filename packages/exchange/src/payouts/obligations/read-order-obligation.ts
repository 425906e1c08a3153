import { readHeldOf } from '@quydoi/database/repositories/ledger';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPaymentsOf } from '@quydoi/database/repositories/payments';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { countedPayments } from '@quydoi/domain/order/counted-payments';
import { orderObligation } from '@quydoi/domain/order/obligations/order-obligation';
import type { Order } from '@quydoi/domain/order/order';
import { rejectGivenBack } from '@quydoi/domain/order/validation/reject-given-back';
import { validatePayout } from '@quydoi/domain/order/validation/validate-payout';
import { validateTerms } from '@quydoi/domain/order/validation/validate-terms';
import { maxPayoutFee } from '@quydoi/domain/price/payout-fee';
import { type Payout, siblingsOf } from '@quydoi/domain/transfer/payout';
import { isOrderProven } from '../../orders/order-proof.ts';
import { confirmAtFirstHand, datedAtFirstHand } from '../confirm-payments.ts';
import type { SignerCtx } from '../signer.ts';
import type { Objection, SignerObligation } from '../signer-obligation.ts';
import { cameToOurAddresses, validateConsistently } from './evidence.ts';
import { areRatesAllowed, readOperatorRates, rejectLatePriceOf } from './read-rates.ts';
import { rejectCoupon } from './reject-coupon.ts';
import { relateOrderPayouts } from './relate-payouts.ts';

/** Reads the obligation to pay an order out. */
export async function readOrderObligation(ctx: SignerCtx, payout: Payout): Promise<SignerObligation | null> {
  const order = payout.orderId === null ? null : await readOrderById(ctx.orm, payout.orderId);
  if (!order) return null;
  const payouts = await readPayoutsOf(ctx.orm, order.id);
  return {
    ...orderObligation({ order, siblings: siblingsOf(payout, payouts) }),
    payouts,
    validate: (current) => validateConsistently(ctx, order, (read) => rejectOrderPayout(ctx, read, current)),
    readHeld: async () => 0n,
    relate: relateOrderPayouts,
  };
}

/** The terms are priced anew from the operators' own rate, which is one that they may set, the money is counted from the journal, and the hold must be in the ledger. */
async function rejectOrderPayout(ctx: SignerCtx, order: Order, payout: Payout): Promise<Objection | null> {
  const [payouts, payments, rates, heldInLedger, settings] = await Promise.all([
    readPayoutsOf(ctx.orm, order.id),
    readPaymentsOf(ctx.orm, order.id),
    readOperatorRates(ctx, order),
    readHeldOf(ctx.orm, order),
    ctx.settings(),
  ]);
  if (!isOrderProven(order, ctx.requestSecrets)) return 'the order was not made by the site';
  if (!(await cameToOurAddresses(ctx, order, payments))) return 'paid to an address that is not ours';
  const givenBack = rejectGivenBack(order, payouts, payments);
  if (givenBack !== null) return givenBack;
  if (!rates) return 'rate version is of something else';
  if (!(await areRatesAllowed(ctx, order))) return 'one operator may not set the rate alone';
  const coupon = await rejectCoupon(ctx, order);
  if (coupon !== null) return coupon;
  const rejection = validatePayout({
    order,
    payout,
    siblings: siblingsOf(payout, payouts),
    payments,
    ...rates,
    heldInLedger,
    maxFee: maxPayoutFee(order.to, order.amountReceived, settings.site),
    limit: ctx.payoutLimits.get(CURRENCIES[order.to].reserve) ?? 0n,
  });
  if (rejection !== null) return rejection;
  const counted = countedPayments(order, payments);
  const evidence = await confirmAtFirstHand(ctx, order, payout, counted);
  if ('objection' in evidence) return evidence.objection;
  const read = datedAtFirstHand(counted, evidence.records);
  return validateTerms({ order, payments: read, ...rates }) ?? rejectLatePriceOf(ctx, order, read);
}
