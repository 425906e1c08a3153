import type { NetworkCode } from '@quydoi/domain/networks';
import type { Order } from '@quydoi/domain/order/order';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { sql } from 'kysely';
import { dbOf, type Orm } from '../orm.ts';

/**
 * Operator action that an order needs: `payout` a failed or unclear payout, `code` a one-time code for the bank, `slow` a payout or refund
 * without outcome, `by-hand` a manual payout, `voucher` an e-voucher, `check` a risk check, `refund` a failed refund, `approval` a payout beyond what
 * is sent without one, `confirmation` a payout whose money the signer has not found for minutes, `unconfirmed` a payment that has been seen and does
 * not become irreversible, `undecided` a mismatch that the customer has not decided.
 */
export type Need =
  | 'payout'
  | 'code'
  | 'slow'
  | 'by-hand'
  | 'voucher'
  | 'check'
  | 'refund'
  | 'approval'
  | 'confirmation'
  | 'unconfirmed'
  | 'undecided';

/**
 * Orders that need an operator, oldest first, each with its most urgent need. Mismatches count once they are older than `undecidedSince`; until then
 * the customer decides. Refunds without a live payout always count. Payouts created before `unconfirmedSince` count while the signer cannot confirm
 * their payments. Payments seen before `slowSince` and not final count as unconfirmed. Payouts created before then and not settled count as slow (network switched off, records unreadable, or provider delay), as
 * do orders paid before then without a payout.
 */
export async function readAttention(
  orm: Orm,
  { undecidedSince, unconfirmedSince, slowSince }: { readonly undecidedSince: Date; readonly unconfirmedSince: Date; readonly slowSince: Date },
  limit: number,
): Promise<{ order: Order; need: Need; waiting: Payout[] }[]> {
  const db = dbOf(orm);
  const { rows } = await sql<{ id: string; need: Need }>`
    select id, need from (
      select o.id, o.created_at, case
        when o.status = 'verifying_transaction' and o.reason = 'risk' then 'check'
        when exists (
          select 1 from payout f where f.order_id = o.id and f.obligation_kind in ('refund', 'return') and f.state = 'failed'
            and coalesce((select p.amount from payment p where f.obligation_kind = 'return' and p.id = f.obligation_id), o.amount_refunded) > (
              select coalesce(sum(g.amount + g.fee), 0) from payout g
              where g.obligation_kind = f.obligation_kind and g.obligation_id = f.obligation_id and g.state <> 'failed'
            )
        ) then 'refund'
        when o.status = 'waitingotp' or exists (
          select 1 from payout c join attempt a on a.payout_id = c.id
          where c.order_id = o.id and c.state = 'attempting' and a.state in ('sent', 'unknown') and a.awaiting_code
        ) then 'code'
        when exists (select 1 from payout w where w.order_id = o.id and w.state = 'queued' and w.waits_for = 'approval') then 'approval'
        when o.status = 'error' and o.reason is distinct from 'refunding' then 'payout'
        when o.status = 'handmake' and o.reason is distinct from 'refunding' then 'by-hand'
        when o.status = 'ERROR_EVOUCHER' then 'voucher'
        when o.status = 'verifying_transaction' and exists (
          select 1 from payment u where u.order_id = o.id and u.state = 'unconfirmed' and u.recorded_at <= ${slowSince}
        ) then 'unconfirmed'
        when o.status = 'verifying_transaction' and o.reason in ('underpaid', 'overpaid', 'late') and (
          select max(e.at) from order_event e where e.order_id = o.id and e.code = 'payment_mismatch'
        ) <= ${undecidedSince} then 'undecided'
        when exists (
          select 1 from payout w where w.order_id = o.id and w.state = 'queued' and w.waits_for = 'confirmation' and w.created_at <= ${unconfirmedSince}
        ) then 'confirmation'
        when exists (select 1 from payout p where p.order_id = o.id and p.state in ('queued', 'attempting') and p.created_at <= ${slowSince}) then 'slow'
        when o.status = 'paid' and o.paid_at <= ${slowSince} then 'slow'
      end as need
      from orders o
      where o.status in ('error', 'handmake', 'ERROR_EVOUCHER', 'verifying_transaction', 'waitingotp', 'paid')
        or o.id in (select order_id from payout where state = 'failed' and obligation_kind in ('refund', 'return'))
        or o.id in (select order_id from payout where state in ('queued', 'attempting'))
    ) waiting where need is not null order by created_at limit ${limit}`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [orders, waiting] = await Promise.all([
    db.selectFrom('orders').selectAll().where('id', 'in', ids).execute(),
    db.selectFrom('payout').selectAll().where('orderId', 'in', ids).where('state', '=', 'queued').where('waitsFor', 'is not', null).execute(),
  ]);
  return rows.flatMap(({ id, need }) => {
    const ofOrder = waiting.filter(({ orderId }) => orderId === id);
    return orders.filter((order) => order.id === id).map((order) => ({ order, need, waiting: ofOrder }));
  });
}

/** Payouts of a network whose payments the signer could not confirm for long. */
export interface UnconfirmedPayouts {
  readonly network: NetworkCode;
  readonly payouts: number;
  /** When the one that waits longest was created. */
  readonly since: Date;
}

/** Payouts created before a time whose payments the signer has not confirmed, by network. */
export async function readUnconfirmedPayouts(orm: Orm, createdBefore: Date): Promise<UnconfirmedPayouts[]> {
  const { rows } = await sql<{ network: NetworkCode; payouts: string; since: Date }>`
    select network, count(*) as payouts, min(created_at) as since from payout
    where state = 'queued' and waits_for = 'confirmation' and created_at <= ${createdBefore} group by network order by network`.execute(dbOf(orm));
  return rows.map(({ network, payouts, since }) => ({ network, payouts: Number(payouts), since: new Date(since) }));
}
