import { HEARTBEAT_MARK, sendHeartbeat } from '@quydoi/database/repositories/heartbeat';
import type { Ctx } from '../context.ts';
import type { OrderViewCache } from './order-view-cache.ts';

/** Applies order notifications to the page cache, and verifies by heartbeats that notifications arrive. */
export interface OrderHeartbeat {
  /** Sends a heartbeat. Has the signature of a polling job, to be run periodically. */
  beat(): Promise<boolean>;
  /** Handles a notification's payload: comma-separated references, a heartbeat, or an empty string after a (re)connection. */
  hear(payload: string): void;
}

/** Creates the heartbeat of a process. @param id distinguishes its heartbeats from those of other processes */
export function createOrderHeartbeat(ctx: Ctx, pages: OrderViewCache, id: string): OrderHeartbeat {
  let beats = 0;
  let sent: { readonly payload: string; readonly at: Date } | null = null;
  return {
    async beat() {
      beats += 1;
      sent = { payload: `${id} ${beats}`, at: ctx.clock.now() };
      await sendHeartbeat(ctx.orm, sent.payload);
      return false;
    },
    hear(payload) {
      if (!payload.startsWith(HEARTBEAT_MARK)) pages.drop(payload === '' ? undefined : payload.split(','));
      else if (sent !== null && payload === HEARTBEAT_MARK + sent.payload) pages.confirmUpTo(sent.at);
    },
  };
}
