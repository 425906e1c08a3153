import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

const POLL_MS = 500;
/** Loops of worker and signer look every second: less is no sign of rest. */
const QUIET_MS = 2_500;
const HEAD_START_MS_MAX = 20_000;
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
  await waitFor(owner, DRAIN_MS_MAX, WORK, [], ({ open }) => {
    if (Number(open) < least) [least, sinceMs] = [Number(open), performance.now()];
    return least === 0 || performance.now() - sinceMs > STUCK_MS;
  });
}

/** Waits until the first of these orders is paid: forgeries begin while payouts are on their way. */
export async function waitForFirstPaid(owner: Client, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  await waitFor(
    owner,
    HEAD_START_MS_MAX,
    "select count(*) as paid from orders where ref = any($1) and status <> 'pending'",
    [refs],
    ({ paid }) => paid !== '0',
  );
}

async function waitFor(
  owner: Client,
  msMax: number,
  query: string,
  values: unknown[],
  isOver: (row: Record<string, string>) => boolean,
): Promise<void> {
  const deadlineMs = performance.now() + msMax;
  while (performance.now() < deadlineMs) {
    const { rows } = await owner.query<Record<string, string>>(query, values);
    if (isOver(rows[0] ?? {})) return;
    await sleep(POLL_MS);
  }
}
