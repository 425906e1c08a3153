import type { ReserveCode } from '../currencies.ts';
import type { AccountName } from '../ledger/accounts.ts';
import { type Entry, type Posting, post } from '../ledger/post.ts';
import type { Payment } from '../payment.ts';
import type { Payout } from '../payout.ts';
import { partsOf } from '../payout-parts.ts';
import type { RefundShare } from '../refund.ts';
import { payInUnit } from './match.ts';
import type { Order } from './order.ts';
import { type DecisionContext, suspenseOf } from './steps.ts';

/** Where money goes back to, and what of it arrives. */
export interface RefundTarget extends RefundShare {
  readonly destination: string;
  readonly destinationBank: string | null;
  /** The most that the provider charges on top of a transfer, in the same minor units. */
  maxPayoutFee(amount: bigint): bigint;
  /** Number of the first payout row. */
  readonly seq: number;
}

/** The rows that carry a refund: one for each transfer that it takes. What we keep stands with the first. */
export function payoutsOf(order: Order, payment: Payment | null, target: RefundTarget, ctx: DecisionContext): Payout[] {
  const reserve = payment?.unit ?? payInUnit(order);
  const parts = partsOf(reserve, target.amount);
  return parts.map((amount, index) => ({
    id: ctx.newId(),
    version: 1,
    orderId: order.id,
    purpose: 'refund',
    seq: target.seq + index,
    part: index + 1,
    parts: parts.length,
    paymentId: payment?.id ?? null,
    rail: payment?.rail ?? order.payInRail,
    reserve,
    amount,
    held: amount + target.maxPayoutFee(amount),
    fee: index === 0 ? target.fee : 0n,
    destination: target.destination,
    destinationBank: target.destinationBank,
    state: 'queued',
    tries: 0,
    nextAt: ctx.now,
    createdAt: ctx.now,
  }));
}

/** Money that an operator gave back outside. */
export interface ByHand {
  /** The bank's or provider's reference of the transfer. */
  readonly reference: string;
  /** Where it was paid from. */
  readonly account: AccountName;
  /** Number of the payout row. */
  readonly seq: number;
}

/** The row that says that money was given back outside, so that nobody gives it back again. */
export function byHandPayout(order: Order, payment: Payment | null, amount: bigint, { seq }: ByHand, ctx: DecisionContext): Payout {
  return {
    id: ctx.newId(),
    version: 1,
    orderId: order.id,
    purpose: 'refund',
    seq,
    part: 1,
    parts: 1,
    paymentId: payment?.id ?? null,
    rail: payment?.rail ?? order.payInRail,
    reserve: payment?.unit ?? payInUnit(order),
    amount,
    held: 0n,
    fee: 0n,
    destination: '',
    destinationBank: null,
    state: 'settled',
    tries: 0,
    nextAt: ctx.now,
    createdAt: ctx.now,
  };
}

/** Owed instead of where it stood, and held where it is paid from: gross leaves `source`, what is sent is promised. */
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

/** Promises what a refund sends, with the provider's largest charge for each of its transfers. */
export function holdEntries(unit: ReserveCode, target: RefundTarget): Entry[] {
  const held = partsOf(unit, target.amount).reduce((sum, amount) => sum + amount + target.maxPayoutFee(amount), 0n);
  return [
    { account: `rail:${unit}`, amount: -held },
    { account: `held:${unit}`, amount: held },
  ];
}

/** What the customer paid for their order becomes ours. */
export function matchPosting(order: Order, amount: bigint, ctx: DecisionContext): Posting {
  const unit = payInUnit(order);
  return post(ctx.newId(), 'match', order.id, [
    { account: suspenseOf(order, unit), amount },
    { account: `fx:${unit}`, amount: -amount },
  ]);
}
