import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** Prefix of heartbeats on the orders topic. References of orders never begin with it. */
export const HEARTBEAT_MARK = '@';

/**
 * Sends a heartbeat on the orders topic. Notifications arrive in commit order, so a listener that receives it has received every order change
 * committed before.
 */
export async function sendHeartbeat(orm: Orm, words: string): Promise<void> {
  await runPrepared(orm, 'send heartbeat', "select pg_notify('orders', $1)", [HEARTBEAT_MARK + words]);
}
