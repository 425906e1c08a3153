import type { Orm } from '@quydoi/database/orm';
import { readSettings } from '@quydoi/database/repositories/settings';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { OrderKind } from '@quydoi/domain/order-status';
import type { Client } from 'pg';
import { accountOf, simulatedNetwork } from '../customers/accounts.ts';
import type { Endpoints } from '../system/endpoints.ts';
import { makePayment } from '../system/sandbox-client.ts';
import { pricedOrder } from './honest-orders.ts';
import type { PaidOrder } from './justify.ts';

interface CheapOrder {
  readonly ref: string;
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  readonly destination: string;
  readonly account: string;
  readonly asks: string;
}

const CHEAP_ORDERS = `
  select ref, kind, from_currency as "from", to_currency as "to", destination, pay_in_account as account, amount_sent as asks from orders
  where status = 'pending' and expires_at > now() and amount_sent between 1 and 20000000 order by created_at desc limit 2`;

/** Pays the current amount of a few orders for real, whatever price was forged into them, and adds the payments to `known`. */
export async function payCheapOrders(endpoints: Endpoints, owner: Client, orm: Orm, customer: number, known: Map<string, PaidOrder>): Promise<void> {
  const { rows } = await owner.query<CheapOrder>(CHEAP_ORDERS);
  const settings = await readSettings(orm);
  for (const { account, asks, ...order } of rows) {
    const sender = accountOf(order.from, 'third-party', customer);
    const amount = formatDecimal(BigInt(asks), CURRENCIES[order.from].scale);
    const draft = { rail: simulatedNetwork(order.from), currency: order.from, from: sender, to: account, amount, memo: order.ref };
    const outcome = await makePayment(endpoints, draft).catch(() => 'not-made' as const);
    if (outcome !== 'made') continue;
    const before = known.get(order.ref) ?? { ...pricedOrder(settings, order), sender };
    known.set(order.ref, { ...before, paid: before.paid + BigInt(asks) });
  }
}
