import { closeInbox, type InboxRow, postponeInbox, readInboxOpen } from '@quydoi/database/repositories/inbox';
import { addSighting, readPayment } from '@quydoi/database/repositories/payments';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { RailError } from '@quydoi/rails/rail';
import type { Ctx } from '../context.ts';
import { describeError } from '../describe-error.ts';
import { WEBHOOK_SOURCES } from './receive-webhook.ts';
import { reconcile } from './reconcile.ts';

const AT_ONCE = 50;
const RETRY_BASE_MS = 1_000;
const RETRY_MAX_MS = 60_000;
/** After so many looks (about ten minutes) a webhook that the list does not bear out is given up, with an alarm. */
const LOOKS_MAX = 16;
const NOT_LISTED = 'not in the list';

/** What became of a webhook; `later` when the list does not show its payment yet. */
type Outcome = { readonly closed: string } | 'later';

/**
 * Reads stored webhooks. They are hints: whoever holds the secret can sign anything, so one only has the provider's own list read at once,
 * and is closed when its payment stands there. One that cannot be handled is put off and holds up nobody.
 */
export async function readInbox(ctx: Ctx): Promise<boolean> {
  const rows = await readInboxOpen(ctx.orm, ctx.clock.now(), AT_ONCE);
  for (const rail of new Set(rows.flatMap((row) => WEBHOOK_SOURCES[row.source] ?? []))) await readList(ctx, rail);
  for (const row of rows) await handle(ctx, row);
  return rows.length === AT_ONCE;
}

/** What this reading misses, the next one finds: the webhooks wait for it. */
async function readList(ctx: Ctx, rail: NetworkCode): Promise<void> {
  try {
    await reconcile(ctx, rail);
  } catch (error) {
    ctx.logger.error({ rail, error: describeError(error) }, 'payment list not journalled');
  }
}

async function handle(ctx: Ctx, row: InboxRow): Promise<void> {
  try {
    const outcome = await read(ctx, row);
    if (outcome === 'later') return await putOff(ctx, row, NOT_LISTED);
    await ctx.checkpoint('inbox.before-close');
    await closeInbox(ctx.orm, row.id, outcome.closed, ctx.clock.now());
  } catch (error) {
    ctx.logger.error({ inbox: row.id, error: describeError(error) }, 'webhook not handled');
    await putOff(ctx, row, 'failed');
  }
}

async function read(ctx: Ctx, row: InboxRow): Promise<Outcome> {
  await ctx.checkpoint('inbox.read');
  const facts = factsOf(ctx, row);
  if (typeof facts === 'string') return { closed: facts };
  for (const fact of facts) {
    const payment = await readPayment(ctx.orm, fact);
    if (!payment) return 'later';
    await addSighting(ctx.orm, fact, payment.id, ctx.clock.now());
  }
  return { closed: `payments: ${facts.length}` };
}

/** The payments that a webhook tells of, or why it tells of none. Its signature is checked again: the web's word is not taken for it. */
function factsOf(ctx: Ctx, row: InboxRow): readonly PaymentFact[] | string {
  const rail = WEBHOOK_SOURCES[row.source];
  const payIn = rail && ctx.rails.get(rail)?.payIn;
  if (!payIn?.authenticate || !payIn.read) return 'unknown source';
  try {
    payIn.authenticate(row);
    return payIn.read(row);
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    ctx.logger.warn({ inbox: row.id, source: row.source, trouble: error.trouble }, 'webhook refused');
    if (error.trouble === 'signature') ctx.telemetry.refused('webhook_signature');
    return `refused: ${error.trouble}`;
  }
}

async function putOff(ctx: Ctx, row: InboxRow, why: string): Promise<void> {
  if (why === NOT_LISTED && row.tries >= LOOKS_MAX) {
    ctx.logger.error({ inbox: row.id, source: row.source, why }, 'webhook given up');
    return closeInbox(ctx.orm, row.id, `given up: ${why}`, ctx.clock.now());
  }
  const delayMs = Math.min(RETRY_BASE_MS * 2 ** Math.min(row.tries, 16), RETRY_MAX_MS);
  await postponeInbox(ctx.orm, row, why, new Date(ctx.clock.now().getTime() + delayMs));
}
