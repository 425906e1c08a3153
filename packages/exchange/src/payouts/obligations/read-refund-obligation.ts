import { readHeldOf } from '@quydoi/database/repositories/ledger';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPaymentsOf } from '@quydoi/database/repositories/payments';
import { readPayoutsOf, readPayoutsOfObligation } from '@quydoi/database/repositories/payouts';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { countedPayments } from '@quydoi/domain/order/counted-payments';
import { refundObligation } from '@quydoi/domain/order/obligations/refund-obligation';
import type { Order } from '@quydoi/domain/order/order';
import { heldForSiblings, keepsPrice, validateRefund } from '@quydoi/domain/order/validation/validate-refund';
import { validateTerms } from '@quydoi/domain/order/validation/validate-terms';
import { maxPayoutFee } from '@quydoi/domain/price/payout-fee';
import type { FirstHandPayment } from '@quydoi/domain/transfer/first-hand';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { type Payout, siblingsOf } from '@quydoi/domain/transfer/payout';
import type { Ctx } from '../../context.ts';
import { findRecords } from '../../first-hand-records.ts';
import { readRefundLimits, requireOrderApproval, requirePayerApproval, requireRefundApproval, requireShareApproval } from '../await-approval.ts';
import { confirmAtFirstHand, datedAtFirstHand } from '../confirm-payments.ts';
import type { SignerCtx } from '../signer.ts';
import type { Objection, SignerObligation } from '../signer-obligation.ts';
import { cameToOurAddresses, validateConsistently } from './evidence.ts';
import { readOperatorRates } from './read-rates.ts';
import { rejectCoupon } from './reject-coupon.ts';
import { relateRefunds } from './relate-payouts.ts';

/** Reads the obligation to give back money of an order, or one payment that the order could not take. */
export async function readRefundObligation(ctx: SignerCtx, payout: Payout): Promise<SignerObligation | null> {
  const order = payout.orderId === null ? null : await readOrderById(ctx.orm, payout.orderId);
  if (!order) return null;
  const payouts = await readPayoutsOf(ctx.orm, order.id);
  return {
    ...refundObligation({ order, siblings: siblingsOf(payout, payouts) }),
    payouts,
    validate: (current) => validateConsistently(ctx, order, (read) => rejectRefund(ctx, read, current)),
    volumeLimits: async (current) => readRefundLimits(ctx, order, current, await readRefundedRecords(ctx, order, current)),
    readHeld: (current) => readHeldForRefund(ctx, order, current),
    relate: (earlier, current) => relateRefunds(order, earlier, current),
  };
}

async function rejectRefund(ctx: SignerCtx, order: Order, payout: Payout): Promise<Objection | null> {
  const { reserve } = CURRENCIES[order.from];
  const [payments, heldInLedger, settings, siblings, rates] = await Promise.all([
    readPaymentsOf(ctx.orm, order.id),
    readHeldOf(ctx.orm, { id: order.id, reserve }),
    ctx.settings(),
    readSiblings(ctx, order, payout),
    readOperatorRates(ctx, order),
  ]);
  if (!(await cameToOurAddresses(ctx, order, payments))) return 'paid to an address that is not ours';
  if (await isReturnedElsewhere(ctx, payout)) return 'payment is given back through another order';
  const maxFee = maxPayoutFee(order.from, payout.amount, settings.site);
  const rejection = validateRefund({ order, payout, siblings, payments, rates, heldInLedger, maxFee, limit: ctx.payoutLimits.get(reserve) ?? 0n });
  if (rejection !== null) return rejection;
  const unproven = await requireOrderApproval(ctx, order, payout);
  if (unproven !== null) return unproven;
  const isReturn = payout.obligationKind === 'return';
  const isPriced = keepsPrice({ order, payout, siblings });
  const counted = !isReturn || isPriced ? countedPayments(order, payments) : [];
  const returned = isReturn ? payments.filter(({ id }) => id === payout.obligationId) : [];
  const evidence = await confirmAtFirstHand(ctx, order, payout, [...counted, ...returned]);
  if ('objection' in evidence) return evidence.objection;
  const coupon = isPriced ? await rejectCoupon(ctx, order) : null;
  if (coupon !== null) return coupon;
  const outdated = isPriced && rates ? validateTerms({ order, payments: datedAtFirstHand(counted, evidence.records), ...rates }) : null;
  if (outdated !== null) return outdated;
  const given = new Set(givenBack(order, payout, payments).map(({ id }) => id));
  const records = [...evidence.records].filter(([id]) => given.has(id)).map(([, record]) => record);
  const held = (await requirePayerApproval(ctx, order, payout, records)) ?? (await requireShareApproval(ctx, order, payout, siblings, records));
  return held ?? requireRefundApproval(ctx, order, payout, siblings, records);
}

/** The payments whose money a refund gives back: those that the order counts, or the one that is returned. */
function givenBack(order: Order, payout: Payout, payments: readonly Payment[]): Payment[] {
  return payout.obligationKind === 'return' ? payments.filter(({ id }) => id === payout.obligationId) : countedPayments(order, payments);
}

/** What the signer has read itself of the payments that a valid refund gives back. */
async function readRefundedRecords(ctx: SignerCtx, order: Order, payout: Payout): Promise<FirstHandPayment[]> {
  const given = givenBack(order, payout, await readPaymentsOf(ctx.orm, order.id));
  return [...(await findRecords(ctx, given)).found.values()];
}

/** Amount that the ledger holds for a refund: at most the order's hold, less the holds of the order's other refunds. In minor units. */
export async function readHeldForRefund(ctx: Pick<Ctx, 'orm'>, order: Order, payout: Payout): Promise<bigint> {
  const held = await readHeldOf(ctx.orm, { id: order.id, reserve: payout.reserve });
  const left = held - heldForSiblings(payout, await readSiblings(ctx, order, payout));
  return left < 0n ? 0n : left < payout.held ? left : payout.held;
}

/** Whether other orders' payouts give the same payment back: siblings are those of its present order only. */
async function isReturnedElsewhere(ctx: SignerCtx, { obligationKind, obligationId, orderId }: Payout): Promise<boolean> {
  if (obligationKind !== 'return') return false;
  const returns = await readPayoutsOfObligation(ctx.orm, 'return', obligationId);
  return returns.some((other) => other.orderId !== orderId && other.state !== 'failed');
}

async function readSiblings(ctx: Pick<Ctx, 'orm'>, order: Order, payout: Payout): Promise<Payout[]> {
  return siblingsOf(payout, await readPayoutsOf(ctx.orm, order.id));
}
