import { readOrder } from '@quydoi/database/repositories/orders';
import { readPaymentById } from '@quydoi/database/repositories/payments';
import { readPayout } from '@quydoi/database/repositories/payouts';
import { readSumOfException } from '@quydoi/database/repositories/reconciliation-exceptions';
import { readWithdrawalByRef } from '@quydoi/database/repositories/wallets';
import { CURRENCIES, RESERVE_CODES } from '@quydoi/domain/currencies';
import type { LedgerUnit } from '@quydoi/domain/ledger/accounts';
import { larger } from '@quydoi/domain/money';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';

/** Money in minor units of a reserve or fee coin. */
export interface Sum {
  readonly reserve: LedgerUnit;
  readonly amount: bigint;
}

/** Ids in an operator's input about an order or a withdrawal: of a payment (`id`), an order or withdrawal (`ref`) or a payout. */
export interface OrderActInput {
  readonly id?: string;
  readonly ref?: string;
  readonly payout?: string;
}

/** Sum that an operator's validated input is about: of a payout, a payment, an order or a withdrawal; null if it names none of them. */
export async function readSumOfAct({ orm }: Pick<Ctx, 'orm'>, { payout, id, ref }: OrderActInput): Promise<Sum | null> {
  if (payout !== undefined) return readPayout(orm, payout);
  if (id !== undefined) {
    const payment = await readPaymentById(orm, id);
    return payment && { reserve: payment.unit, amount: payment.amount };
  }
  if (ref === undefined) return null;
  const order = await readOrder(orm, ref);
  if (order) return sumOfOrder(order);
  const withdrawal = await readWithdrawalByRef(orm, ref);
  return withdrawal && { reserve: withdrawal.currency, amount: withdrawal.amount };
}

/** Sum that the row of a reconciliation exception tells of; null where it tells none of a reserve. */
export async function readSumOfRow({ orm }: Pick<Ctx, 'orm'>, exception: string): Promise<Sum | null> {
  const told = await readSumOfException(orm, exception);
  const reserve = RESERVE_CODES.find((code) => code === told?.asset);
  return told && reserve ? { reserve, amount: told.amount } : null;
}

/** The larger of an order's price and the amount that was paid for it. */
export function sumOfOrder({ from, amountSent, amountPaid }: Pick<Order, 'from' | 'amountSent' | 'amountPaid'>): Sum {
  return { reserve: CURRENCIES[from].reserve, amount: larger(amountSent, amountPaid) };
}
