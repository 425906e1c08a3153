import { closeInbox, type InboxRow, postponeInbox, readInboxOpen } from '@quydoi/database/views/inbox';
import { RailError } from '@quydoi/rails/rail';
import type { Ctx } from '../context.ts';
import { describe } from '../jobs/sweep.ts';
import { WEBHOOK_SOURCES } from './receive-webhook.ts';
import { recordPayment } from './record-payment.ts';

const AT_ONCE = 50;
const RETRY_BASE_MS = 1_000;
const RETRY_MAX_MS = 60_000;

/** Reads stored webhooks and journals the payments they tell of. One that cannot be handled is put off and holds up nobody. */
export async function readInbox(ctx: Ctx): Promise<boolean> {
  const rows = await readInboxOpen(ctx.orm, ctx.clock.now(), AT_ONCE);
  for (const row of rows) {
    try {
      const outcome = await read(ctx, row);
      await ctx.checkpoint('inbox.before-close');
      await closeInbox(ctx.orm, row.id, outcome, ctx.clock.now());
    } catch (error) {
      ctx.logger.error({ inbox: row.id, error: describe(error) }, 'webhook not handled');
      const delayMs = Math.min(RETRY_BASE_MS * 2 ** Math.min(row.tries, 16), RETRY_MAX_MS);
      await postponeInbox(ctx.orm, row, 'failed', new Date(ctx.clock.now().getTime() + delayMs));
    }
  }
  return rows.length === AT_ONCE;
}

/** The signature is checked again: this role does not take the web's word for it. */
async function read(ctx: Ctx, row: InboxRow): Promise<string> {
  await ctx.checkpoint('inbox.read');
  const rail = WEBHOOK_SOURCES[row.source];
  const payIn = rail && ctx.rails.get(rail)?.payIn;
  if (!payIn?.authenticate || !payIn.read) return 'unknown source';
  try {
    payIn.authenticate(row);
    const facts = payIn.read(row);
    for (const fact of facts) await recordPayment(ctx, fact);
    return `payments: ${facts.length}`;
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    ctx.logger.warn({ inbox: row.id, source: row.source, trouble: error.trouble }, 'webhook refused');
    return `refused: ${error.trouble}`;
  }
}
