import type { ReserveCode } from '../../currencies.ts';
import type { DecisionContext } from '../../decision-context.ts';
import type { AccountName } from '../../ledger/accounts.ts';
import { type Entry, type Posting, post } from '../../ledger/post.ts';
import type { Payment } from '../../transfer/payment.ts';
import { manualPayout, type Payout, queuedPayout } from '../../transfer/payout.ts';
import { partsOf } from '../../transfer/payout-parts.ts';
import { payInUnit } from '../match.ts';
import type { Order } from '../order.ts';
import type { RefundShare } from '../refund.ts';
import { suspenseOf } from '../steps.ts';

/** Destination and amounts of a refund. */
export interface RefundTarget extends RefundShare {
  readonly destination: string;
  readonly destinationBank: string | null;
  /** Maximum charge of the provider on top of a transfer, in the same minor units. */
  maxPayoutFee(amount: bigint): bigint;
  /** Number of the refund's first payout. */
  readonly seq: number;
}

/** Makes the payouts of an order's refund, or of the return of one payment, one per transfer. The first carries the fee. */
export function refundPayouts(order: Order, payment: Payment | null, target: RefundTarget, ctx: DecisionContext): Payout[] {
  const subject = subjectOf(order, payment);
  const parts = partsOf(subject.reserve, target.amount);
  return parts.map((amount, index) =>
    queuedPayout(
      {
        ...subject,
        id: ctx.newId(),
        seq: target.seq + index,
        part: index + 1,
        parts: parts.length,
        amount,
        held: amount + target.maxPayoutFee(amount),
        fee: index === 0 ? target.fee : 0n,
        destination: target.destination,
        destinationBank: target.destinationBank,
        toBalanceOf: order.fromBalance ? order.customerId : null,
      },
      ctx.now,
    ),
  );
}

/** Refund that an operator made manually, outside the system. */
export interface ManualRefund {
  /** Reference of the transfer at the bank or provider. */
  readonly reference: string;
  /** Ledger account that the refund was paid from. */
  readonly account: AccountName;
  /** Number of the payout that records the refund. */
  readonly seq: number;
}

/** Makes the settled payout that records a manual refund, so that the money is not refunded again. */
export function manualRefundPayout(
  order: Order,
  payment: Payment | null,
  amount: bigint,
  { seq, reference }: ManualRefund,
  ctx: DecisionContext,
): Payout {
  const parts = { seq, part: 1, parts: 1, amount, held: 0n, fee: 0n, destination: '', destinationBank: null, toBalanceOf: null };
  return manualPayout(queuedPayout({ ...subjectOf(order, payment), ...parts, id: ctx.newId() }, ctx.now), reference);
}

/** Payout fields that identify a refund's subject: the order, or one payment that the order could not take. */
function subjectOf(
  order: Order,
  payment: Payment | null,
): Pick<Payout, 'obligationKind' | 'obligationId' | 'orderId' | 'network' | 'reserve' | 'currency'> {
  const obligation = payment ? { obligationKind: 'return', obligationId: payment.id } : { obligationKind: 'refund', obligationId: order.id };
  return {
    ...obligation,
    orderId: order.id,
    network: payment?.network ?? order.payInNetwork,
    reserve: payment?.unit ?? payInUnit(order),
    currency: order.from,
  };
}

/** Books the decision of a refund: the gross amount moves from `source` to the refund liability, and the amount to send is held. */
export function refundPosting(
  order: Order,
  source: AccountName,
  gross: bigint,
  target: RefundTarget,
  ctx: DecisionContext,
  unit = payInUnit(order),
): Posting {
  return post(ctx.newId(), 'refund', order.id, [
    { account: source, amount: gross },
    { account: `refund:${unit}`, amount: -gross },
    ...holdEntries(unit, target),
  ]);
}

/** Entries that hold the amount of a refund and the provider's maximum charge of each transfer. */
export function holdEntries(unit: ReserveCode, target: RefundTarget): Entry[] {
  const held = partsOf(unit, target.amount).reduce((sum, amount) => sum + amount + target.maxPayoutFee(amount), 0n);
  return [
    { account: `rail:${unit}`, amount: -held },
    { account: `held:${unit}`, amount: held },
  ];
}

/** Books a matched sum from suspense to the exchange position. */
export function matchPosting(order: Order, amount: bigint, ctx: DecisionContext): Posting {
  const unit = payInUnit(order);
  return post(ctx.newId(), 'match', order.id, [
    { account: suspenseOf(order, unit), amount },
    { account: `fx:${unit}`, amount: -amount },
  ]);
}
