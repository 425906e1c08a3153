import { isRejectedValue } from '@quydoi/database/rejected-value';
import { readCursor, type SourceKind, saveCursor } from '@quydoi/database/repositories/cursors';
import { readPaymentBySighting } from '@quydoi/database/repositories/payments';
import { InvariantError } from '@quydoi/domain/invariant';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { ReconciliationException } from '@quydoi/domain/transfer/reconciliation-exception';
import { firstHandLists } from '@quydoi/rails/first-hand';
import type { ListSource, PaymentPage } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { forEachConcurrently } from '../for-each-isolated.ts';
import { reportException } from '../report-exception.ts';
import { datedByListing } from './dated-by-listing.ts';
import { filterOwn } from './filter-own.ts';
import { perSource } from './per-source.ts';
import { findPolled, type PolledNetworkSource, polledSources } from './polled-sources.ts';
import { withAsked } from './read-again.ts';
import { readPage } from './read-page.ts';
import { recordPayment } from './record-payment.ts';
import { reportOtherAssets } from './report-other-assets.ts';
import { firstHandCursor } from './source-outage.ts';
import { createSourceQueue, type SourceQueue } from './source-queue.ts';
import { storeFirstHand } from './store-first-hand.ts';
import { watermarkOf } from './watermark.ts';

/** Maximum pages per run, so that other work gets its turn. */
const PAGES_PER_RUN_MAX = 20;
/** Payments of a page journalled concurrently. */
const JOURNAL_CONCURRENCY = 4;

/** Reads all sources of one kind of a network. @returns whether a source has more pages now */
export async function readSources(ctx: Ctx, network: NetworkCode, kind: SourceKind): Promise<boolean> {
  let more = false;
  for (const polled of polledSources(ctx)) {
    if (polled.network === network && polled.source.kind === kind) more = (await readSource(ctx, polled)) || more;
  }
  return more;
}

/**
 * Reads a source from its cursor and journals the reported payments. The cursor advances only after its page is journalled, and orders expire only
 * once every authoritative source of their network has been read past their deadline. Reads of one source take turns in this process, and calls
 * share a read that has not sent its first request.
 * @returns whether more pages are ready now
 */
export function readSource(ctx: Ctx, held: PolledNetworkSource): Promise<boolean> {
  const { network, source } = held;
  const isFirstHand = firstHandLists(ctx.rails.get(network)?.firstHand).some(({ name }) => name === source.name);
  return read(ctx, held, source.name, async (told, page, readAt, readTo) => {
    const facts = await datedByListing(ctx, source, told, readTo);
    if (isFirstHand) await storeFirstHand(ctx, facts);
    await forEachConcurrently(facts, JOURNAL_CONCURRENCY, (fact) => journalPayment(ctx, fact, readAt));
    await reportOtherAssets(ctx, held, page.otherAssets ?? []);
    for (const sourceId of page.unreadable ?? []) await reportException(ctx, unreadable(network, source.name, sourceId));
    for (const sourceId of page.returned ?? []) await reportReturned(ctx, source.name, sourceId);
    if (facts.length > 0) await ctx.checkpoint('source.before-cursor');
  });
}

/**
 * Reads a list by which this role confirms payments. If the list is not one of the role's sources too, its payments are not journalled here, and the
 * role keeps a cursor of its own, apart from that of the role that journals them.
 * @param onRequest called just before a list that is not one of the role's sources is requested: the answer may lack payments that arrive from then
 * on
 */
export async function readFirstHandList(ctx: Ctx, network: NetworkCode, source: ListSource, onRequest = () => {}): Promise<void> {
  const held = findPolled(ctx, network, source);
  if (held) await readSource(ctx, held);
  else await read(ctx, { network, source }, firstHandCursor(source.name), (facts) => storeFirstHand(ctx, facts), onRequest);
}

/**
 * Stores a page's payments into our accounts.
 * @param readAt when the page was requested
 * @param readTo time up to which the source had been read before; null if it never was
 */
type RecordPage = (facts: readonly PaymentFact[], page: PaymentPage, readAt: Date, readTo: Date | null) => Promise<void>;

function read(ctx: Ctx, held: PolledNetworkSource, cursorName: string, recordPage: RecordPage, onRequest = () => {}): Promise<boolean> {
  const queue = queueOf(ctx, held.source);
  return queue.enqueue(() => {
    onRequest();
    return readPages(ctx, held, queue, cursorName, recordPage);
  });
}

async function readPages(
  ctx: Ctx,
  { network, source }: PolledNetworkSource,
  queue: SourceQueue,
  cursorName: string,
  recordPage: RecordPage,
): Promise<boolean> {
  const key = { network, source: cursorName, kind: source.kind };
  const before = await readCursor(ctx.orm, key);
  const beginning = withAsked(ctx, source, before?.cursor ?? null);
  let { cursor } = beginning;
  for (let pages = 0; pages < PAGES_PER_RUN_MAX; pages += 1) {
    const { page, startedAt } = await queue.request(() => readPage(ctx, { network, source }, cursorName, cursor));
    if (!page) return false;
    const facts = await filterOwn(ctx, { network, source }, page);
    await recordPage(facts, page, startedAt, before?.watermark ?? null);
    cursor = page.cursor ?? cursor;
    await saveCursor(ctx.orm, { ...key, cursor, watermark: watermarkOf(source, page, startedAt) });
    beginning.begun();
    if (!page.more) return false;
  }
  return true;
}

/**
 * Journals a payment that a source of this role lists. A payment whose values the ledger or the database rejects does not fail the others: it becomes
 * an exception, which an operator has to check at the provider.
 * @param readAt when it was read (`recordPayment`)
 */
export async function journalPayment(ctx: Ctx, fact: PaymentFact, readAt: Date): Promise<void> {
  try {
    await recordPayment(ctx, fact, readAt);
  } catch (error) {
    if (!isRejectedValue(error) && !(error instanceof InvariantError)) throw error;
    const { network, source, sourceId, account, unit, amount } = fact;
    const detail = error instanceof Error ? error.message : '';
    await reportException(ctx, { network, source, sourceId, kind: 'rejected', account, asset: unit, amount: amount.toString(), detail });
  }
}

/** Reports a payment that its source lists as returned to its payer, if it was journalled: money that was counted, and may be paid out, is gone. */
async function reportReturned(ctx: Ctx, source: string, sourceId: string): Promise<void> {
  const payment = await readPaymentBySighting(ctx.orm, { source, sourceId });
  if (!payment) return;
  const { id, network, account, unit, amount } = payment;
  const detail = `payment ${id} of ${amount} went back to its payer`;
  // An id of its own: the row may have been an exception before, while it was not done.
  const told = { network, source, sourceId: `${sourceId} returned`, account, asset: unit, amount: '0', detail };
  await reportException(ctx, { ...told, kind: 'other_amount' }, 'a payment that was credited went back to its payer');
}

function unreadable(network: NetworkCode, source: string, sourceId: string): ReconciliationException {
  return { network, source, sourceId, kind: 'unreadable', account: null, asset: null, amount: null, detail: '' };
}

/** The queue of a source in this process. */
const queueOf = perSource(({ clock }, { minPauseMs = 0 }) => createSourceQueue(clock, minPauseMs));
