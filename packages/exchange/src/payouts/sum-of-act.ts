import { readOrder, readOrderById } from '@quydoi/database/repositories/orders';
import { readPaymentById } from '@quydoi/database/repositories/payments';
import { readPayout } from '@quydoi/database/repositories/payouts';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { LedgerUnit } from '@quydoi/domain/ledger/accounts';
import { larger } from '@quydoi/domain/money';
import type { Ctx } from '../context.ts';

/** Money in minor units of a reserve or fee coin. */
export interface Sum {
  readonly reserve: LedgerUnit;
  readonly amount: bigint;
}

/** What an operator's input about an order names. */
export interface OrderActInput {
  readonly id?: string;
  readonly ref?: string;
  readonly payout?: string;
}

/**
 * The money that an operator's act is about: a payout, a payment, or what was asked or paid for an order. Null when it is about none of them.
 * @param orderId the order that the act is recorded for; by default the one that its input names
 */
export async function readSumOfAct({ orm }: Pick<Ctx, 'orm'>, { payout, id, ref }: OrderActInput, orderId?: string): Promise<Sum | null> {
  if (payout !== undefined) return readPayout(orm, payout);
  if (id !== undefined) {
    const payment = await readPaymentById(orm, id);
    return payment && { reserve: payment.unit, amount: payment.amount };
  }
  const order = orderId !== undefined ? await readOrderById(orm, orderId) : ref === undefined ? null : await readOrder(orm, ref);
  return order && { reserve: CURRENCIES[order.from].reserve, amount: larger(order.amountSent, order.amountPaid) };
}
