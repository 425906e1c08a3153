import type { Orm } from '@quydoi/database/orm';
import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { readPaymentsOf } from '@quydoi/database/repositories/payments';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/payment';
import type { Payout } from '@quydoi/domain/payout';

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
  return { seen, refunds, refundReference: settled ? await readReference(orm, order, settled) : null };
}

/** The log says by which transfer a refund arrived, whoever made it; attempts are not the web's to read. */
async function readReference(orm: Orm, order: Order, { amount }: Payout): Promise<string | null> {
  const written = formatDecimal(amount, CURRENCIES[order.from].scale);
  const events = await readOrderEvents(orm, order.id);
  return events.findLast(({ code, params }) => code === 'refunded' && params.amount === written)?.params.reference ?? null;
}

async function readSeen(orm: Orm, order: Order): Promise<Payment | null> {
  return (await readPaymentsOf(orm, order.id)).findLast(({ state }) => state === 'unconfirmed') ?? null;
}

/** The refund that counts: what is live or done; where everything failed, the last try. */
function refundsIn(payouts: readonly Payout[]): readonly Payout[] {
  const refunds = payouts.filter(({ purpose, paymentId }) => purpose === 'refund' && paymentId === null);
  const live = refunds.filter(({ state }) => state !== 'failed');
  return live.length > 0 ? live : refunds.slice(-1);
}
