import { AppError } from '@quydoi/contract/errors';
import type { Operations } from '@quydoi/contract/ports';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPaymentById } from '@quydoi/database/repositories/payments';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { readStrandedDeposits } from '@quydoi/database/repositories/stranded-deposits';
import type { Change } from '@quydoi/domain/change';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { type AccountName, receivingAccountOf } from '@quydoi/domain/ledger/accounts';
import { leasesAddresses } from '@quydoi/domain/networks';
import {
  decideReturn,
  decideReturnAgain,
  decideReturnedManually,
  isCase,
  isReturnOf,
  outstandingReturnOf,
} from '@quydoi/domain/order/decisions/decide-return';
import { payInUnit } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { isOpen, type Payout } from '@quydoi/domain/transfer/payout';
import { type Ctx, decisionContext } from '../../context.ts';
import { decideAndApply } from '../../decide-and-apply.ts';
import { orReserveBusy, tooSmall } from '../../refunds/ask-refund.ts';
import { manualTransferAccountsOf, postFromFirstCovered } from '../../refunds/manual-transfers.ts';
import { refundAccountOf } from '../../refunds/refund-account.ts';
import { nextRefundSeq, refundTarget } from '../../refunds/refund-target.ts';
import type { OperatorVerb } from '../operator-verb.ts';

type Input = Parameters<Operations['refundPayment']>[1];

/** An unallocated payment with its order, if any, and the payouts of that order. */
interface PaymentState {
  readonly payment: Payment;
  readonly order: Order | null;
  readonly payouts: readonly Payout[];
}

/**
 * Returns an unallocated payment: by a payout when it belongs to an order, or, with a `reference`, as returned manually; from the address that it came
 * to, if that is of another network. A failed return can be retried. Errors: NOT_FOUND, ORDER_ACTION_NOT_ALLOWED, VALIDATION_FAILED (neither account nor reference), WALLET_ADDRESS_INVALID,
 * BANK_ACCOUNT_INVALID, QUANTITY_TOO_SMALL, RESERVE_BUSY.
 */
export const refundPayment: OperatorVerb<Input, { done: true }> = async (ctx, operator, input) => {
  const found = await readPaymentState(ctx, input.id);
  if (!found) throw new AppError('NOT_FOUND');
  const decisionCtx = decisionContext(ctx, `operator:${operator}`, 'refundPayment');
  if (input.reference) await recordManualReturn(ctx, found.payment, input.reference, decisionCtx);
  else await returnByPayout(ctx, found, input, decisionCtx);
  return { done: true };
};

async function returnByPayout(
  ctx: Ctx,
  { payment, order }: PaymentState,
  { destination, destinationBank }: Input,
  decisionCtx: DecisionContext,
): Promise<void> {
  if (!destination) throw new AppError('VALIDATION_FAILED');
  if (!order || payInUnit(order) !== payment.unit) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  const to = await refundAccountOf(ctx, order, { destination, destinationBank });
  const settings = await ctx.settings();
  const change = await orReserveBusy(() =>
    decideAndApply(
      ctx,
      () => readPaymentState(ctx, payment.id),
      (state) => {
        if (!state.order) return null;
        const owed = outstandingAmountOf(state);
        if (owed === null) return null;
        const target = refundTarget(settings, state.order, owed, to, state.payouts);
        if (!target) throw tooSmall(state.order, owed);
        const decide = isCase(state.payment) ? decideReturn : decideReturnAgain;
        return decide(state.payment, state.order, target, decisionCtx);
      },
    ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
}

async function recordManualReturn(ctx: Ctx, payment: Payment, reference: string, decisionCtx: DecisionContext): Promise<void> {
  const { id } = payment;
  const change = await postFromFirstCovered(await accountsOf(ctx, payment), (account) =>
    decideAndApply(
      ctx,
      () => readPaymentState(ctx, id),
      (state): Change | null => {
        const owed = outstandingAmountOf(state);
        const { payment, order, payouts } = state;
        if (owed === null) return null;
        const manual = { reference, account, seq: nextRefundSeq(payouts) };
        return decideReturnedManually(payment, order, isCase(payment) ? 0n : owed, manual, decisionCtx);
      },
    ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
}

/** Accounts that a payment may have been returned from: money at an address of another network from there, since nothing else moves it. */
async function accountsOf(ctx: Ctx, { account, network, unit }: Payment): Promise<readonly AccountName[]> {
  const isStranded = leasesAddresses(network) && (await readStrandedDeposits(ctx.orm, unit)).some(({ address }) => address === account);
  return isStranded ? [receivingAccountOf(unit)] : manualTransferAccountsOf(unit);
}

/** Returnable amount of a payment: the full amount if it is unallocated, else the failed part of its return; null when there is none. */
function outstandingAmountOf({ payment, payouts }: PaymentState): bigint | null {
  if (isCase(payment)) return payment.amount;
  const own = payouts.filter((payout) => isReturnOf(payout, payment));
  if (own.some(isOpen)) return null;
  const owed = outstandingReturnOf(payment, own);
  return owed > 0n ? owed : null;
}

async function readPaymentState(ctx: Ctx, id: string): Promise<PaymentState | null> {
  const payment = await readPaymentById(ctx.orm, id);
  if (!payment) return null;
  const order = payment.orderId === null ? null : await readOrderById(ctx.orm, payment.orderId);
  return { payment, order, payouts: order ? await readPayoutsOf(ctx.orm, order.id) : [] };
}
