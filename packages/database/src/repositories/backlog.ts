import { sql } from 'kysely';
import { dbOf, type Orm } from '../orm.ts';

/** How much of each kind of work waits; every count is over a partial index. */
export async function readBacklog(orm: Orm): Promise<{ queue: string; waiting: number }[]> {
  const { rows } = await sql<{ queue: string; waiting: string }>`
    select 'orders_paid' as queue, count(*) as waiting from orders where status = 'paid'
    union all select 'orders_attention', count(*) from orders where status in ('error', 'handmake', 'ERROR_EVOUCHER')
    union all select 'orders_mismatched', count(*) from orders where status = 'verifying_transaction' and reason in ('underpaid', 'overpaid', 'late', 'risk')
    union all select 'payouts_queued', count(*) from payout where state = 'queued'
    union all select 'payments_unmatched', count(*) from payment where state = 'unmatched'
    union all select 'payments_cases', count(*) from payment where state = 'case'
    union all select 'requests', count(*) from order_request where handled_at is null
    union all select 'lookups', count(*) from lookup where state = 'waiting'`.execute(dbOf(orm));
  return rows.map(({ queue, waiting }) => ({ queue, waiting: Number(waiting) }));
}
