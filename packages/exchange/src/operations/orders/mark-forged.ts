import { AppError } from '@quydoi/contract/errors';
import { isUnswept } from '@quydoi/database/repositories/unswept-deposits';
import { type AccountName, receivingAccountOf } from '@quydoi/domain/ledger/accounts';
import { leasesAddresses } from '@quydoi/domain/networks';
import { decideForged } from '@quydoi/domain/order/decisions/decide-risk';
import { payInUnit } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { type Ctx, decisionContext } from '../../context.ts';
import { decideAndApply } from '../../decide-and-apply.ts';
import { postFromFirstCovered } from '../../refunds/manual-transfers.ts';
import type { OperatorVerb } from '../operator-verb.ts';
import { readMatched } from './matched-order.ts';

/**
 * Closes an order whose payment proved forged. Its money is written off the account it was posted to, or booked as a loss when that account no
 * longer has it. Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED (paid, being refunded, or without payments).
 */
export const markForged: OperatorVerb<{ ref: string; note: string }, { done: true }> = async (ctx, operator, { ref }) => {
  const found = await readMatched(ctx, ref);
  const accounts = [await currentAccountOf(ctx, found.order, found.payments), `loss:${payInUnit(found.order)}`] as const;
  const change = await postFromFirstCovered(accounts, (account) =>
    decideAndApply(
      ctx,
      () => readMatched(ctx, ref),
      ({ order, payments }) => {
        const canMark = order.status === 'verifying_transaction' && order.reason !== 'refunding' && payments.length > 0;
        return canMark ? decideForged(order, payments, account, decisionContext(ctx, `operator:${operator}`, 'markForged')) : null;
      },
    ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};

/** Ledger account that holds an order's money now: the deposit account until its sweep has started. */
async function currentAccountOf({ orm }: Ctx, order: Order, payments: readonly Payment[]): Promise<AccountName> {
  const unit = payInUnit(order);
  if (!leasesAddresses(order.payInNetwork)) return receivingAccountOf(unit);
  for (const [address, own] of Map.groupBy(payments, ({ account }) => account)) {
    const sum = own.reduce((total, { amount }) => total + amount, 0n);
    if (!(await isUnswept(orm, order.from, sum, address))) return `rail:${unit}`;
  }
  return receivingAccountOf(unit);
}
