import { HEARTBEAT_MARK, sendHeartbeat } from '@quydoi/database/repositories/heartbeat';
import type { Ctx } from '../context.ts';
import type { OrderPages } from './order-pages.ts';

/** Tells the pages what the notifications say: which orders changed, and that notifications arrive. */
export interface OrderHeartbeat {
  /** Sends a heartbeat; as a sweep, it is sent again and again. */
  beat(): Promise<boolean>;
  /** Takes what was notified on the topic of orders: references between commas, a heartbeat, or nothing after a (re)connection. */
  hear(payload: string): void;
}

/** @param id tells this process's heartbeats from those of others */
export function createOrderHeartbeat(ctx: Ctx, pages: OrderPages, id: string): OrderHeartbeat {
  let beats = 0;
  let sent: { readonly words: string; readonly at: Date } | null = null;
  return {
    async beat() {
      beats += 1;
      sent = { words: `${id} ${beats}`, at: ctx.clock.now() };
      await sendHeartbeat(ctx.orm, sent.words);
      return false;
    },
    hear(payload) {
      if (!payload.startsWith(HEARTBEAT_MARK)) pages.drop(payload === '' ? undefined : payload.split(','));
      else if (sent !== null && payload === HEARTBEAT_MARK + sent.words) pages.heardUpTo(sent.at);
    },
  };
}
