import type { Order } from '@quydoi/domain/order/order';
import type { FirstHandPayment, PaymentUse } from '@quydoi/domain/transfer/first-hand';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** What a payment could be meant for besides an order. */
export interface RivalSearch {
  /** Senders that a rival has declared. */
  readonly senders: readonly string[];
  /** Whether an order that declared nobody is a rival too. */
  readonly withUndeclared: boolean;
  /** Period in which rivals were made. */
  readonly from: Date;
  readonly until: Date;
  /** Period in which orders are rivals whatever they have declared; null for none. */
  readonly withAny: { readonly from: Date; readonly until: Date } | null;
}

/** An order that a payment could be meant for, with one of the payments that the signer has taken for it, if any. */
export interface Rival {
  readonly id: string;
  readonly use: (Pick<FirstHandPayment, 'network' | 'source' | 'sourceId'> & PaymentUse & { readonly code: string }) | null;
}

// By what no role can change: ordered amount, time, sender, subject, and what the signer has used. An underpaid order rivals for its rest too.
const RIVALS = `
  select o.id, u.network, u.source, u.source_id, u.payment_id, u.code from orders o left join payment_use u on u.order_id = o.id
  where o.pay_in_network = $1 and (o.ordered_amount = $2 or o.status = 'verifying_transaction' and o.amount_sent - o.amount_paid = $2)
    and ((o.sender = any($3::text[]) or o.sender is null and $4::boolean) and o.created_at between $5 and $6 or o.created_at between $9 and $10)
    and o.id <> $7 and o.subject <> $8`;

interface RivalRow {
  readonly id: string;
  readonly network: FirstHandPayment['network'] | null;
  readonly source: string | null;
  readonly source_id: string | null;
  readonly payment_id: string | null;
  readonly code: string | null;
}

/** Other subjects' orders that a payment of an order could be meant for by its amount; one with several used payments several times. */
export async function readRivals(
  orm: Orm,
  { id, payInNetwork, subject }: Pick<Order, 'id' | 'payInNetwork' | 'subject'>,
  { amount }: Pick<Payment, 'amount'>,
  { senders, withUndeclared, from, until, withAny }: RivalSearch,
): Promise<Rival[]> {
  const values = [payInNetwork, amount, senders, withUndeclared, from, until, id, subject, withAny?.from ?? null, withAny?.until ?? null];
  const rows = await runPrepared<RivalRow>(orm, 'rivals', RIVALS, values);
  return rows.map((row) => {
    const { network, source, source_id: sourceId, payment_id: paymentId, code } = row;
    const isUsed = network !== null && source !== null && sourceId !== null && paymentId !== null && code !== null;
    return { id: row.id, use: isUsed ? { network, source, sourceId, paymentId, orderId: row.id, code } : null };
  });
}
