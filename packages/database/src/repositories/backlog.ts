import { sql } from 'kysely';
import { dbOf, type Orm } from '../orm.ts';

/** One kind of work that waits. */
export interface Queue {
  readonly queue: string;
  readonly waiting: number;
  /** When the item that waits longest began to wait; null when none does. */
  readonly oldestAt: Date | null;
}

/** Depth and oldest item of every queue. Each is counted over a partial index that holds waiting rows only. */
export async function readBacklog(orm: Orm): Promise<Queue[]> {
  const { rows } = await sql<{ queue: string; waiting: string; oldest_ms: number | null }>`
    select queue, waiting, (extract(epoch from oldest_at) * 1000)::float8 as oldest_ms from (
      select 'webhooks' as queue, count(*) as waiting, min(received_at) as oldest_at from webhook where handled_at is null
      union all select 'payments_unmatched', count(*), min(recorded_at) from payment where state = 'unmatched'
      union all select 'payments_cases', count(*), min(recorded_at) from payment where state = 'case' and case_code <> 'deposit'
      union all select 'deposits', count(*), min(recorded_at) from payment where state = 'case' and case_code = 'deposit'
      union all select 'withdrawals_requested', count(*), min(created_at) from withdrawal where state = 'requested'
      union all select 'withdrawals_error', count(*), min(created_at) from withdrawal where state = 'error'
      union all select 'orders_paid', count(*), min(paid_at) from orders where status = 'paid'
      union all select 'orders_mismatched', count(*), min(created_at) from orders
        where status = 'verifying_transaction' and reason in ('underpaid', 'overpaid', 'late', 'risk')
      union all select 'orders_attention', count(*), min(created_at) from orders where status in ('error', 'handmake', 'ERROR_EVOUCHER')
      union all select 'payouts_queued', count(*), min(created_at) from payout where state = 'queued'
      union all select 'attempts_live', count(*), min(created_at) from attempt where state in ('prepared', 'sending', 'sent', 'unknown')
      union all select 'sweeps_failing', count(distinct (f.network, f.address_index)), min(f.settled_at) from sweep f
        where f.state = 'failed' and f.fee > 0 and not exists (
          select 1 from sweep o where o.network = f.network and o.address_index = f.address_index and o.kind = 'sweep' and o.state = 'done'
            and o.settled_at >= f.settled_at
        )
      union all select 'requests', count(*), min(at) from order_request where handled_at is null
      union all select 'lookups', count(*), min(requested_at) from lookup where state = 'waiting'
    ) queues`.execute(dbOf(orm));
  return rows.map(({ queue, waiting, oldest_ms }) => ({
    queue,
    waiting: Number(waiting),
    oldestAt: oldest_ms === null ? null : new Date(oldest_ms),
  }));
}
