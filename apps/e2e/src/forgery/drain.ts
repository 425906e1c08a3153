import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

const POLL_MS = 500;
/** Loops of worker and signer look every second: less is no sign of rest. */
const QUIET_MS = 2_500;
const DRAIN_MS_MAX = 180_000;
/** Work that is not getting less for so long is work that the exchange cannot do, such as a forged row. */
const STUCK_MS = 20_000;

const WORK = `select
  (select count(*) from payout where state = 'queued' and waits_for is null and next_at <= now() + interval '3 seconds')
  + (select count(*) from attempt where state in ('prepared', 'sending', 'sent', 'unknown') and next_check_at <= now() + interval '3 seconds')
  + (select count(*) from orders where status = 'paid')
  + (select count(*) from order_request where handled_at is null)
  + (select count(*) from payment where state = 'unmatched') as open`;

/** Waits until worker and signer have nothing to do at once, or do it no further. */
export async function drain(owner: Client): Promise<void> {
  await sleep(QUIET_MS);
  let [least, sinceMs] = [Number.POSITIVE_INFINITY, performance.now()];
  const deadlineMs = sinceMs + DRAIN_MS_MAX;
  while (least > 0 && performance.now() - sinceMs <= STUCK_MS && performance.now() < deadlineMs) {
    const { rows } = await owner.query<{ open: string }>(WORK);
    const open = Number(rows[0]?.open);
    if (open < least) [least, sinceMs] = [open, performance.now()];
    if (least > 0) await sleep(POLL_MS);
  }
}
