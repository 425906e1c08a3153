import { readCursor, type SourceKind, saveCursor } from '@quydoi/database/repositories/cursors';
import { readLeasedAddresses, readOwnAddresses } from '@quydoi/database/repositories/leases';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { RailError } from '@quydoi/rails/rail-error';
import type { PaymentPage, PolledSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { forEachConcurrently } from '../for-each-isolated.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { recordPayment } from './record-payment.ts';

/** Pages read in one go before other work gets its turn. */
const PAGES_AT_ONCE = 20;
/** Payments of a page that are journalled at once. */
const JOURNALLED_AT_ONCE = 4;

/** A source that this process polls, with its network. */
export interface HeldSource {
  readonly rail: NetworkCode;
  readonly source: PolledSource;
}

/** The polled sources of all rails of this process. */
export function polledSources({ rails }: Pick<Ctx, 'rails'>): HeldSource[] {
  return [...rails].flatMap(([rail, { sources = [] }]) => sources.flatMap((source) => (source.kind === 'webhook' ? [] : [{ rail, source }])));
}

/** Reads all sources of one kind of a network. @returns whether a source has more pages now */
export async function readSources(ctx: Ctx, rail: NetworkCode, kind: SourceKind): Promise<boolean> {
  let more = false;
  for (const held of polledSources(ctx)) {
    if (held.rail === rail && held.source.kind === kind) more = (await readSource(ctx, held)) || more;
  }
  return more;
}

/**
 * Reads a source on from its cursor and journals what it reports. The cursor moves only after its page is journalled, and orders expire only
 * when every authoritative source of their network has been read past their deadline.
 * @returns whether more pages are ready now
 */
export async function readSource(ctx: Ctx, { rail, source }: HeldSource): Promise<boolean> {
  const key = { rail, source: source.name, kind: source.kind };
  let cursor = (await readCursor(ctx.orm, key))?.cursor ?? null;
  for (let pages = 0; pages < PAGES_AT_ONCE; pages += 1) {
    const startedAt = ctx.clock.now();
    const page = await readPage(ctx, { rail, source }, cursor, startedAt);
    if (!page) return false;
    const facts = await factsForUs(ctx, source, page);
    await forEachConcurrently(facts, JOURNALLED_AT_ONCE, (fact) => recordPayment(ctx, fact));
    // An unreadable row must not stop the reading; an operator has to look at it at the provider's.
    for (const sourceId of page.unreadable ?? []) ctx.logger.error({ rail, source: source.name, sourceId }, 'a payment cannot be read');
    if (facts.length > 0) await ctx.checkpoint('source.before-cursor');
    cursor = page.cursor ?? cursor;
    await saveCursor(ctx.orm, { ...key, cursor, readThrough: readThroughOf(source, page, startedAt) });
    if (!page.more) return false;
  }
  return true;
}

/** The next page, or null when it could not be read: the cursor stays, and the next reading tries again. */
async function readPage(ctx: Ctx, { rail, source }: HeldSource, cursor: string | null, now: Date): Promise<PaymentPage | null> {
  try {
    return await source.read(cursor, now);
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, rail, error.trouble, `${source.name} not read`);
    return null;
  }
}

/** Payments to us: a chain's sources report transfers to any address. Addresses are read after the blocks, so that none is missed. */
async function factsForUs(ctx: Ctx, source: PolledSource, { facts }: PaymentPage): Promise<readonly PaymentFact[]> {
  if (source.kind === 'list') return facts;
  const readAddresses = source.kind === 'blocks' ? readOwnAddresses : readLeasedAddresses;
  const own = await readAddresses(ctx.orm, [...new Set(facts.map(({ account }) => account))]);
  return facts.filter(({ account }) => own.has(account));
}

/** A list without a clock of its own reports everything up to when its last page was requested. */
function readThroughOf(source: PolledSource, page: PaymentPage, startedAt: Date): Date {
  const untold = source.kind === 'list' && !page.more ? startedAt : new Date(0);
  return page.readThrough ?? untold;
}
