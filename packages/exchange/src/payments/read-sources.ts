import { isRejectedValue } from '@quydoi/database/rejected-value';
import { declareSources, readCursor, type SourceKind, saveCursor } from '@quydoi/database/repositories/cursors';
import { hasAddressesKeptFor, readLeasedAddresses, readOwnAddresses, readWatchedAddresses } from '@quydoi/database/repositories/leases';
import { readFundedAddresses } from '@quydoi/database/repositories/sweeps';
import { LATE_PAYMENT_HOURS } from '@quydoi/domain/constants';
import type { TradedCode } from '@quydoi/domain/currencies';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { InvariantError } from '@quydoi/domain/invariant';
import { NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { ReconciliationException } from '@quydoi/domain/transfer/reconciliation-exception';
import { RailError } from '@quydoi/rails/rail-error';
import type { PaymentPage, PolledSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { forEachConcurrently } from '../for-each-isolated.ts';
import { createProviderHealth } from '../provider-health.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { reportException } from '../report-exception.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import { untilStopped } from '../until-stopped.ts';
import { sortByAccount } from './own-accounts.ts';
import { perSource } from './per-source.ts';
import { withAsked } from './read-again.ts';
import { recordPayment } from './record-payment.ts';
import { reportOtherAssets } from './report-other-assets.ts';
import { createSourceQueue, type SourceQueue } from './source-queue.ts';
import { storeFirstHand } from './store-first-hand.ts';

/** Maximum pages per run, so that other work gets its turn. */
const PAGES_PER_RUN_MAX = 20;
/** Payments of a page journalled concurrently. */
const JOURNAL_CONCURRENCY = 4;

/** A source that this process polls, with its network. */
export interface PolledNetworkSource {
  readonly network: NetworkCode;
  readonly source: PolledSource;
}

/** The polled sources of all rails of this process. */
export function polledSources({ rails }: Pick<Ctx, 'rails'>): PolledNetworkSource[] {
  return [...rails].flatMap(([network, { sources = [] }]) => sources.flatMap((source) => (source.kind === 'webhook' ? [] : [{ network, source }])));
}

/** A network's source as this process polls it; undefined when it does not. */
export function findPolled(ctx: Pick<Ctx, 'rails'>, network: NetworkCode, { name }: PolledSource): PolledNetworkSource | undefined {
  return polledSources(ctx).find((one) => one.network === network && one.source.name === name);
}

/** Declares the sources that this process polls, so that orders of their networks expire only once these have been read. Call before polling. */
export async function declarePolledSources(ctx: Ctx): Promise<void> {
  const keys = polledSources(ctx).map(({ network, source: { name, kind } }) => ({ network, source: name, kind }));
  await declareSources(ctx.orm, keys);
}

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
  const list = firstHandListOf(ctx, network);
  const isFirstHand = list?.name === source.name;
  return read(ctx, held, source.name, async (facts, page) => {
    if (isFirstHand) await storeFirstHand(ctx, facts);
    await forEachConcurrently(facts, JOURNAL_CONCURRENCY, (fact) => journalPayment(ctx, fact));
    await reportOtherAssets(ctx, held, page.otherAssets ?? []);
    for (const sourceId of page.unreadable ?? []) await reportException(ctx, unreadable(network, source.name, sourceId));
    if (facts.length > 0) await ctx.checkpoint('source.before-cursor');
  });
}

/**
 * Reads the list with which this role confirms payments. Where the list is not one of the role's sources as well, its payments are not journalled
 * here, and its cursor is kept apart from that of the role that journals them.
 * @param onRequest called when a list that is not one of the role's sources is about to be asked: it may lack payments that come in from then on
 */
export async function readFirstHandList(ctx: Ctx, network: NetworkCode, onRequest = () => {}): Promise<void> {
  const source = firstHandListOf(ctx, network);
  if (!source) return;
  const held = findPolled(ctx, network, source);
  if (held) await readSource(ctx, held);
  else await read(ctx, { network, source }, firstHandCursor(source.name), (facts) => storeFirstHand(ctx, facts), onRequest);
}

/** Name of the cursor, and subject of the suspension, of a list that a role reads for itself only. */
export function firstHandCursor(sourceName: string): string {
  return `first-hand ${sourceName}`;
}

function firstHandListOf({ rails }: Ctx, network: NetworkCode): PolledSource | null {
  const firstHand = rails.get(network)?.firstHand;
  return firstHand?.by === 'list' ? firstHand.source : null;
}

/** Stores a page's payments into our accounts. */
type RecordPage = (facts: readonly PaymentFact[], page: PaymentPage) => Promise<void>;

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
  const beginning = withAsked(ctx, source, (await readCursor(ctx.orm, key))?.cursor ?? null);
  let { cursor } = beginning;
  for (let pages = 0; pages < PAGES_PER_RUN_MAX; pages += 1) {
    const { page, startedAt } = await queue.request(() => readPage(ctx, { network, source }, cursorName, cursor));
    if (!page) return false;
    const facts = await filterOwn(ctx, { network, source }, page);
    await recordPage(facts, page);
    cursor = page.cursor ?? cursor;
    await saveCursor(ctx.orm, { ...key, cursor, watermark: watermarkOf(source, page, startedAt) });
    beginning.begun();
    if (!page.more) return false;
  }
  return true;
}

/**
 * Journals a payment that a source of this role lists. One whose values the ledger or the database rejects costs itself only: an operator has to check
 * it at the provider.
 */
export async function journalPayment(ctx: Ctx, fact: PaymentFact): Promise<void> {
  try {
    await recordPayment(ctx, fact);
  } catch (error) {
    if (!isRejectedValue(error) && !(error instanceof InvariantError)) throw error;
    const { network, source, sourceId, account, unit, amount } = fact;
    const detail = error instanceof Error ? error.message : '';
    await reportException(ctx, { network, source, sourceId, kind: 'rejected', account, asset: unit, amount: amount.toString(), detail });
  }
}

function unreadable(network: NetworkCode, source: string, sourceId: string): ReconciliationException {
  return { network, source, sourceId, kind: 'unreadable', account: null, asset: null, amount: null, detail: '' };
}

/** A page, and the time of its request. */
interface RequestedPage {
  readonly page: PaymentPage | null;
  readonly startedAt: Date;
}

/**
 * Reads the next page; null on a provider error, or when this process is to stop: the cursor stays, and the next run retries. A source whose payments count that has failed for
 * minutes suspends its network, so that nobody orders what we cannot see paid; the next page that can be read resumes it.
 */
async function readPage(ctx: Ctx, { network, source }: PolledNetworkSource, cursorName: string, cursor: string | null): Promise<RequestedPage> {
  const startedAt = ctx.clock.now();
  const health = healthOf(ctx, source);
  const suspension: SuspensionKey = { network, cause: 'unreachable', direction: 'in', subject: cursorName };
  try {
    const page = await untilStopped(ctx, () => readFrom(ctx, { network, source }, cursor, startedAt));
    if (!page) return { page, startedAt };
    if (health.succeeded()) ctx.logger.info({ network, source: source.name }, 'payments are read again');
    if (isAuthoritative(source)) await resumeNetwork(ctx, suspension);
    return { page, startedAt };
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    const reason = describeRailError(error);
    await onRailTrouble(ctx, network, error.trouble, `${source.name} not read`, { reason });
    const isAlarm = health.failed(reason);
    if (!isAuthoritative(source)) {
      if (isAlarm) ctx.logger.error({ network, source: source.name, trouble: error.trouble, reason }, 'payments cannot be read');
    } else if (health.state() === 'failing') await suspendNetwork(ctx, suspension, reason);
    return { page: null, startedAt };
  }
}

/** Reads a page. A chain whose coin may be paid with is told the addresses that may still be paid to: what contracts pay shows only in balances. */
async function readFrom(ctx: Ctx, { network, source }: PolledNetworkSource, cursor: string | null, now: Date): Promise<PaymentPage> {
  if (source.kind === 'list' || source.coin === undefined || !(await mayBePaidIn(ctx, network, source.coin, now))) return source.read(cursor, now);
  const { attribution } = NETWORKS[network];
  const idleMs = attribution.by === 'address' && attribution.idleDays !== null ? attribution.idleDays * DAY_MS : 0;
  // An address is free again that long after its order's deadline.
  const freeAfter = new Date(now.getTime() + idleMs - LATE_PAYMENT_HOURS * HOUR_MS);
  return source.read(cursor, now, await readWatchedAddresses(ctx.orm, network, freeAfter));
}

/** Whether customers may pay in a currency: it is on, or was when an order was made whose address is still kept for it. */
async function mayBePaidIn(ctx: Ctx, network: NetworkCode, code: TradedCode, now: Date): Promise<boolean> {
  const { currencies } = await ctx.settings();
  return (currencies.get(code)?.on ?? false) || hasAddressesKeptFor(ctx.orm, network, code, now);
}

/** Whether the source's payments count: the newest blocks only show them sooner. */
function isAuthoritative({ kind }: PolledSource): boolean {
  return kind !== 'head';
}

/** The watch of a source in this process. */
const healthOf = perSource(({ clock }) => createProviderHealth(clock));

/** The queue of a source in this process. */
const queueOf = perSource(({ clock }, { minPauseMs = 0 }) => createSourceQueue(clock, minPauseMs));

/**
 * Filters payments of others to our accounts and addresses: chain sources report transfers to any address, a bank's provider those to any account linked there.
 * Accounts and addresses are read after the page, so that none is missed. What we send to a deposit address for its sweep's fee is no payment: fee
 * coin, at the address that it was sent to. Whatever else a sweep's row names is a payment.
 */
async function filterOwn(ctx: Ctx, { network, source }: PolledNetworkSource, { facts }: PaymentPage): Promise<readonly PaymentFact[]> {
  if (source.kind === 'list') {
    const { own, foreign } = await sortByAccount(ctx, facts);
    for (const fact of foreign) await reportForeign(ctx, fact);
    return own;
  }
  const readAddresses = source.kind === 'blocks' ? readOwnAddresses : readLeasedAddresses;
  const own = await readAddresses(ctx.orm, [...new Set(facts.map(({ account }) => account))]);
  const arrived = facts.filter(({ account }) => own.has(account));
  const isFeeCoin = ({ unit }: PaymentFact) => unit === NETWORKS[network].feeCoin?.unit;
  const funded = await readFundedAddresses(ctx.orm, network, [...new Set(arrived.filter(isFeeCoin).map(txidOf))]);
  return arrived.filter((fact) => !(isFeeCoin(fact) && funded.get(txidOf(fact)) === fact.account));
}

/** Id of the transaction in a chain payment's reference. */
function txidOf({ reference }: PaymentFact): string {
  return reference.split(':')[0] ?? '';
}

/** Money in an account that no customer was told of: an operator has to say whose it is. */
async function reportForeign(ctx: Ctx, { network, source, sourceId, account, unit, amount, memo }: PaymentFact): Promise<void> {
  await reportException(ctx, { network, source, sourceId, kind: 'unknown_account', account, asset: unit, amount: amount.toString(), detail: memo });
}

/**
 * Time up to which a source has been read. A list without a timestamp of its own is complete up to the request of its last page. Never beyond the
 * request: a source's clock that is ahead once would otherwise stay the watermark.
 */
function watermarkOf(source: PolledSource, page: PaymentPage, startedAt: Date): Date {
  const implied = source.kind === 'list' && !page.more ? startedAt : new Date(0);
  return page.watermark && page.watermark > startedAt ? startedAt : (page.watermark ?? implied);
}
