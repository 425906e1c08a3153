import type { Orm } from '@quydoi/database/orm';
import { readPaymentsOf } from '@quydoi/database/repositories/payments';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { readSubmissionProgress, type SubmissionProgress } from '@quydoi/database/repositories/voucher-submissions';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Payout } from '@quydoi/domain/transfer/payout';

/** Payments and refunds in transit, as shown on an order's page. */
export interface OrderMoney {
  /** The newest unconfirmed payment. */
  readonly unconfirmed: Payment | null;
  /** Refund payouts of the order: the parts of one refund decision. */
  readonly refunds: readonly Payout[];
  /** Provider reference of the last settled refund. */
  readonly refundReference: string | null;
  /** Vouchers that the order is to be paid with. */
  readonly submissions: readonly Pick<SubmissionProgress, 'state'>[];
}

/** Money of an order to which nothing is on its way and of which nothing is given back. */
export const NO_MONEY_IN_TRANSIT: OrderMoney = { unconfirmed: null, refunds: [], refundReference: null, submissions: [] };

/** Reads an order's payments, vouchers and refund payouts. Skips the query when the order's state implies that there are none. */
export async function readOrderMoney(orm: Orm, order: Order): Promise<OrderMoney> {
  const unconfirmed = order.status === 'verifying_transaction' ? await readUnconfirmed(orm, order) : null;
  const submissions = CURRENCIES[order.from].isVoucher ? await readSubmissionProgress(orm, order.id) : [];
  if (order.amountRefunded === 0n) return { ...NO_MONEY_IN_TRANSIT, unconfirmed, submissions };
  const refunds = currentRefunds(await readPayoutsOf(orm, order.id));
  const settled = refunds.findLast(({ state }) => state === 'settled');
  return { unconfirmed, refunds, refundReference: settled?.reference ?? null, submissions };
}

async function readUnconfirmed(orm: Orm, order: Order): Promise<Payment | null> {
  return (await readPaymentsOf(orm, order.id)).findLast(({ state }) => state === 'unconfirmed') ?? null;
}

/** Selects the refunds that have not failed; if all failed, the last one. */
function currentRefunds(payouts: readonly Payout[]): readonly Payout[] {
  const refunds = payouts.filter(({ obligationKind }) => obligationKind === 'refund');
  const live = refunds.filter(({ state }) => state !== 'failed');
  return live.length > 0 ? live : refunds.slice(-1);
}
