import { RESERVES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { Order } from '@quydoi/domain/order/order';
import type { FirstHandPayment, PaymentUse } from '@quydoi/domain/transfer/first-hand';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** Which orders are rivals of an order for a payment (`hasRival`). */
export interface RivalSearch {
  /** Senders that a rival has declared, if it has declared any. */
  readonly senders: readonly string[];
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

// By what no role can change: ordered amount, time, sender, subject, and what the signer has used. An underpaid order rivals for its rest too, also
// for one that its log has told ($10): the log is append-only, while the worker may write what was paid.
const RIVALS = `
  select o.id, u.network, u.source, u.source_id, u.payment_id, u.code from orders o left join payment_use u on u.order_id = o.id
  where o.pay_in_network = $1 and (
      o.ordered_amount = $2 or o.status = 'verifying_transaction' and o.amount_sent - o.amount_paid = $2 or o.id = any(array(
        select e.order_id from order_event e
        where e.code = 'payment_mismatch' and e.params ->> 'reason' = 'underpaid' and e.params ->> 'amount' = $10
      ))
    )
    and ((o.sender = any($3::text[]) or o.sender is null) and o.created_at between $4 and $5 or o.created_at between $8 and $9)
    and o.id <> $6 and o.subject <> $7`;

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
  { amount, unit }: Pick<Payment, 'amount' | 'unit'>,
  { senders, from, until, withAny }: RivalSearch,
): Promise<Rival[]> {
  const rest = formatDecimal(amount, RESERVES[unit].scale);
  const values = [payInNetwork, amount, senders, from, until, id, subject, withAny?.from ?? null, withAny?.until ?? null, rest];
  const rows = await runPrepared<RivalRow>(orm, 'rivals', RIVALS, values);
  return rows.map((row) => {
    const { network, source, source_id: sourceId, payment_id: paymentId, code } = row;
    const isUsed = network !== null && source !== null && sourceId !== null && paymentId !== null && code !== null;
    return { id: row.id, use: isUsed ? { network, source, sourceId, paymentId, orderId: row.id, code } : null };
  });
}

// A reference is cut into three, of which two wrong characters leave one whole; `domain/memo-distance.ts` decides.
const NEARLY_NAMED = `
  select o.ref from orders o where o.pay_in_network = $1 and o.created_at between $2 and $3 and o.id <> $4
    and (strpos($5, substr(o.ref, 1, 3)) > 0 or strpos($5, substr(o.ref, 4, 3)) > 0 or strpos($5, substr(o.ref, 7)) > 0)`;

/** References of other orders of a period, its own subject's too, of which a third at least stands in a memo's letters and digits. */
export async function readRefsAlike(
  orm: Orm,
  { id, payInNetwork }: Pick<Order, 'id' | 'payInNetwork'>,
  letters: string,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<string[]> {
  const rows = await runPrepared<{ ref: string }>(orm, 'refs alike', NEARLY_NAMED, [payInNetwork, from, until, id, letters]);
  return rows.map(({ ref }) => ref);
}
