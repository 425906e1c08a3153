import { readRailCursor, saveRailCursor } from '@quydoi/database/repositories/payments';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Ctx } from '../context.ts';
import { readPage } from './read-page.ts';
import { recordPayment } from './record-payment.ts';

/** Pages read in one go before other work gets its turn. */
const PAGES_AT_ONCE = 20;

/**
 * Reads a rail's own list of payments on from where the last reading stopped: webhooks are hints, the list is the truth. The cursor moves
 * only after its page is journalled, and an order expires only when the reading has passed its deadline.
 */
export async function reconcile(ctx: Ctx, code: NetworkCode): Promise<boolean> {
  const list = ctx.rails.get(code)?.payIn?.list;
  if (!list) return false;
  let cursor = (await readRailCursor(ctx.orm, code))?.cursor ?? null;
  for (let pages = 0; pages < PAGES_AT_ONCE; pages += 1) {
    const startedAt = ctx.clock.now();
    const page = await readPage(ctx, code, () => list(cursor, startedAt), 'payment list not read');
    if (!page) return false;
    for (const fact of page.facts) await recordPayment(ctx, fact);
    // What nobody can read must not stop what everybody waits for; a person has to look at it at the provider's.
    for (const sourceId of page.unreadable ?? []) ctx.logger.error({ rail: code, sourceId }, 'a payment in the list cannot be read');
    cursor = page.cursor ?? cursor;
    await saveRailCursor(ctx.orm, code, cursor, page.more ? new Date(0) : (page.readThrough ?? startedAt));
    if (!page.more) return false;
  }
  return true;
}
