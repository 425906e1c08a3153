import { AppError } from '@quydoi/contract/errors';
import { readPaymentById } from '@quydoi/database/repositories/attention';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import type { Change } from '@quydoi/domain/change';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { decideReturn, decideReturnAgain, decideReturnedManually, isCase, isReturnOf, outstandingReturnOf } from '@quydoi/domain/order/decide-return';
import { payInUnit } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { isOpen, type Payout } from '@quydoi/domain/transfer/payout';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { orReserveBusy, tooSmall } from '../refunds/ask-refund.ts';
import { manualTransferAccountsOf, postFromFirstCovered } from '../refunds/manual-transfers.ts';
import { refundAccount } from '../refunds/refund-account.ts';
import { nextRefundSeq, refundTarget } from '../refunds/refund-target.ts';
import type { OperatorVerb } from './operator-verb.ts';

interface Input {
  readonly id: string;
  readonly destination?: string | undefined;
  readonly destinationBank?: string | undefined;
  readonly reference?: string | undefined;
  readonly note: string;
}

/** A payment with the order that it stands beside, and that order's payouts. */
interface Inbox {
  readonly payment: Payment;
  readonly order: Order | null;
  readonly payouts: readonly Payout[];
}

/**
 * Gives a payment from the inbox back: as a payout of ours when it stands beside an order, or, with a reference, as done outside. One whose payout
 * failed can be sent again. Errors: NOT_FOUND, ORDER_ACTION_NOT_ALLOWED, VALIDATION_FAILED (neither account nor reference), WALLET_ADDRESS_INVALID,
 * BANK_ACCOUNT_INVALID, QUANTITY_TOO_SMALL, RESERVE_BUSY.
 */
export const refundPayment: OperatorVerb<Input, { done: true }> = async (ctx, operator, input) => {
  const found = await readInbox(ctx, input.id);
  if (!found) throw new AppError('NOT_FOUND');
  const decisionCtx = decisionContext(ctx, `operator:${operator}`, 'refundPayment');
  if (input.reference) await byHand(ctx, found.payment, input.reference, decisionCtx);
  else await byPayout(ctx, found, input, decisionCtx);
  return { done: true };
};

async function byPayout(ctx: Ctx, { payment, order }: Inbox, { destination, destinationBank }: Input, decisionCtx: DecisionContext): Promise<void> {
  if (!destination) throw new AppError('VALIDATION_FAILED');
  if (!order || payInUnit(order) !== payment.unit) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  const to = await refundAccount(ctx, new Set(), order.from, destination, destinationBank ?? null);
  const settings = await ctx.settings();
  const change = await orReserveBusy(() =>
    decideAndApply(
      ctx,
      () => readInbox(ctx, payment.id),
      (inbox) => {
        if (!inbox.order) return null;
        const owed = outstandingAmountOf(inbox);
        if (owed === null) return null;
        const target = refundTarget(settings, inbox.order.from, owed, to, inbox.payouts);
        if (!target) throw tooSmall(inbox.order, owed);
        const decide = isCase(inbox.payment) ? decideReturn : decideReturnAgain;
        return decide(inbox.payment, inbox.order, target, decisionCtx);
      },
    ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
}

async function byHand(ctx: Ctx, { id, unit }: Payment, reference: string, decisionCtx: DecisionContext): Promise<void> {
  const change = await postFromFirstCovered(manualTransferAccountsOf(unit), (account) =>
    decideAndApply(
      ctx,
      () => readInbox(ctx, id),
      (inbox): Change | null => {
        const owed = outstandingAmountOf(inbox);
        const { payment, order, payouts } = inbox;
        if (owed === null) return null;
        const hand = { reference, account, seq: nextRefundSeq(payouts) };
        return decideReturnedManually(payment, order, isCase(payment) ? 0n : owed, hand, decisionCtx);
      },
    ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
}

/** What of a payment can be given back: all of one that waits, what failed of one that was to go back; null when nothing. */
function outstandingAmountOf({ payment, payouts }: Inbox): bigint | null {
  if (isCase(payment)) return payment.amount;
  const own = payouts.filter((payout) => isReturnOf(payout, payment));
  if (own.some(isOpen)) return null;
  const owed = outstandingReturnOf(payment, own);
  return owed > 0n ? owed : null;
}

async function readInbox(ctx: Ctx, id: string): Promise<Inbox | null> {
  const payment = await readPaymentById(ctx.orm, id);
  if (!payment) return null;
  const order = payment.orderId === null ? null : await readOrderById(ctx.orm, payment.orderId);
  return { payment, order, payouts: order ? await readPayoutsOf(ctx.orm, order.id) : [] };
}
