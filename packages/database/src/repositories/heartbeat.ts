import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** What stands before a heartbeat's words; no order's reference begins so. */
export const HEARTBEAT_MARK = '@';

/**
 * Sends a notification on the topic of orders that names none. Notifications arrive in the order of their commits, so whoever hears it has heard of
 * every order that changed before it was sent.
 */
export async function sendHeartbeat(orm: Orm, words: string): Promise<void> {
  await runPrepared(orm, 'send heartbeat', "select pg_notify('orders', $1)", [HEARTBEAT_MARK + words]);
}
