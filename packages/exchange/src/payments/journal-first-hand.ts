import { readUnjournalledPayments } from '@quydoi/database/repositories/first-hand';
import type { Ctx } from '../context.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { polledSources } from './polled-sources.ts';
import { journalPayment } from './read-sources.ts';

const BATCH_SIZE = 200;
/** Payments journalled concurrently. */
const CONCURRENCY = 4;
/** How long a payment that the signer has read is looked for here: this role reads the same list itself. */
const RECENT_MS = 60_000;

/**
 * Journals payments that the signer has read from a list that this role reads as well: whoever is first. A provider's rate limit, shared by both,
 * then delays a payment by one reading instead of two, and a memo that the bank told only one of them in time reaches the journal.
 * @returns whether more are due now
 */
export async function journalFirstHand(ctx: Ctx): Promise<boolean> {
  const lists = polledSources(ctx).flatMap(({ network, source: { kind, name } }) => (kind === 'list' ? [{ network, name }] : []));
  if (lists.length === 0) return false;
  const since = new Date(ctx.clock.now().getTime() - RECENT_MS);
  const facts = await readUnjournalledPayments(ctx.orm, lists, since, BATCH_SIZE);
  const journalled = await forEachIsolated(ctx, facts, 'payment not journalled', ({ readAt, ...fact }) => journalPayment(ctx, fact, readAt), {
    concurrency: CONCURRENCY,
    fieldsOf: ({ source, sourceId }) => ({ source, sourceId }),
  });
  return journalled === BATCH_SIZE;
}
