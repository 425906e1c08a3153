import type { Orm } from '@quydoi/database/orm';
import { readPaymentsOf } from '@quydoi/database/repositories/payments';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Payout } from '@quydoi/domain/transfer/payout';

/** What an order's page shows of money on its way, beside the order itself. */
export interface OrderMoney {
  /** The newest payment that is not final yet. */
  readonly seen: Payment | null;
  /** What is given back of the order's own money: the parts of one decision. */
  readonly refunds: readonly Payout[];
  /** The provider's reference of what arrived back. */
  readonly refundReference: string | null;
}

/** No money on its way. */
export const NO_MONEY: OrderMoney = { seen: null, refunds: [], refundReference: null };

/** Reads what the order's own state says may be there, so that most orders cost no reading. */
export async function readOrderMoney(orm: Orm, order: Order): Promise<OrderMoney> {
  const seen = order.status === 'verifying_transaction' ? await readSeen(orm, order) : null;
  if (order.amountRefunded === 0n) return seen ? { ...NO_MONEY, seen } : NO_MONEY;
  const refunds = refundsIn(await readPayoutsOf(orm, order.id));
  const settled = refunds.findLast(({ state }) => state === 'settled');
  return { seen, refunds, refundReference: settled?.reference ?? null };
}

async function readSeen(orm: Orm, order: Order): Promise<Payment | null> {
  return (await readPaymentsOf(orm, order.id)).findLast(({ state }) => state === 'unconfirmed') ?? null;
}

/** The refund that counts: what is live or done; where everything failed, the last try. */
function refundsIn(payouts: readonly Payout[]): readonly Payout[] {
  const refunds = payouts.filter(({ obligationKind }) => obligationKind === 'refund');
  const live = refunds.filter(({ state }) => state !== 'failed');
  return live.length > 0 ? live : refunds.slice(-1);
}
