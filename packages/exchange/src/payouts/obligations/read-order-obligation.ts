import { readHeldOf } from '@quydoi/database/repositories/ledger';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { orderObligation } from '@quydoi/domain/order/obligations/order-obligation';
import type { Order } from '@quydoi/domain/order/order';
import { validatePayout } from '@quydoi/domain/order/validation/validate-payout';
import { maxFeeOfOrder } from '@quydoi/domain/price/payout-fee';
import { type Payout, siblingsOf } from '@quydoi/domain/transfer/payout';
import type { SignerCtx } from '../signer.ts';
import type { Objection, SignerObligation } from '../signer-obligation.ts';
import { validateConsistently } from './evidence.ts';
import { judgeOrder } from './judge-order.ts';
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

/** Besides what {@link judgeOrder} asks for, the payout is a part of the order, and the hold must be in the ledger. */
async function rejectOrderPayout(ctx: SignerCtx, order: Order, payout: Payout): Promise<Objection | null> {
  return judgeOrder(ctx, order, payout, async ({ payouts, payments, rates }) => {
    const [heldInLedger, settings] = await Promise.all([readHeldOf(ctx.orm, order), ctx.settings()]);
    return validatePayout({
      order,
      payout,
      siblings: siblingsOf(payout, payouts),
      payments,
      ...rates,
      heldInLedger,
      maxFee: maxFeeOfOrder(order, order.amountReceived, settings.site),
      limit: ctx.payoutLimits.get(CURRENCIES[order.to].reserve) ?? 0n,
    });
  });
}
