import { hasAddressesKeptFor, readOwnAddresses, readWatchedAddresses } from '@quydoi/database/repositories/leases';
import { LATE_PAYMENT_HOURS, WALLET_ADDRESS_WATCHED_DAYS } from '@quydoi/domain/constants';
import { CURRENCIES, type TradedCode } from '@quydoi/domain/currencies';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import { RailError } from '@quydoi/rails/rail-error';
import type { BlockSource, HeadSource, PaymentPage, PolledSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { untilStopped } from '../until-stopped.ts';
import { formatChange } from './format-change.ts';
import type { PolledNetworkSource } from './polled-sources.ts';
import { healthOf, onSourceFailed, onSourceRead } from './source-outage.ts';

/** Watermark of a page that does not count as read. */
const NEVER = new Date(0);

/** Outcome of a request: the page, or null where it could not be read, and the time of the request. */
export interface RequestedPage {
  readonly page: PaymentPage | null;
  readonly startedAt: Date;
}

/**
 * Reads the next page. Returns null on a provider error, and when this process is to stop: the cursor stays, and the next run retries.
 * A page of a list whose format has changed for minutes is returned without a watermark.
 * @param cursorName subject of the suspension of an authoritative source that cannot be read for minutes
 */
export async function readPage(
  ctx: Ctx,
  { network, source }: PolledNetworkSource,
  cursorName: string,
  cursor: string | null,
): Promise<RequestedPage> {
  const startedAt = ctx.clock.now();
  try {
    const page = await untilStopped(ctx, () => readFrom(ctx, { network, source }, cursor, startedAt));
    const changed = page ? formatChange(ctx, { network, source }, page) : null;
    if (page && changed) {
      await onFailed(ctx, { network, source }, cursorName, changed.trouble);
      // A page of something else than rows loses nothing by being taken.
      return { page: changed.mayPass && page.rows ? null : { ...page, watermark: NEVER }, startedAt };
    }
    if (page && isAuthoritative(source)) await onSourceRead(ctx, { network, source, cursorName });
    else if (page && healthOf(ctx, source).succeeded()) ctx.logger.info({ network, source: source.name }, 'payments are read again');
    return { page, startedAt };
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onFailed(ctx, { network, source }, cursorName, error);
    return { page: null, startedAt };
  }
}

async function onFailed(ctx: Ctx, { network, source }: PolledNetworkSource, cursorName: string, error: RailError): Promise<void> {
  if (isAuthoritative(source)) await onSourceFailed(ctx, { network, source, cursorName }, error);
  else await onHeadFailed(ctx, { network, source }, error);
}

/** Handles the failure of a source that is not authoritative: an alarm once it has lasted for minutes. */
async function onHeadFailed(ctx: Ctx, { network, source }: PolledNetworkSource, error: RailError): Promise<void> {
  const reason = describeRailError(error);
  await onRailTrouble(ctx, network, error.trouble, `${source.name} not read`, { reason });
  if (healthOf(ctx, source).failed(reason))
    ctx.logger.error({ network, source: source.name, trouble: error.trouble, reason }, 'payments cannot be read');
}

/** Reads a page. Where a chain's coin may be paid in, passes the addresses that may still receive it: payments by contracts show only in balances. */
async function readFrom(ctx: Ctx, { network, source }: PolledNetworkSource, cursor: string | null, now: Date): Promise<PaymentPage> {
  if (source.kind === 'list' || source.coin === undefined || !(await mayBePaidIn(ctx, network, source.coin, now))) return source.read(cursor, now);
  const { attribution } = NETWORKS[network];
  const idleMs = attribution.by === 'address' && attribution.idleDays !== null ? attribution.idleDays * DAY_MS : 0;
  // An address may be leased again this long after its order's deadline.
  const freeAfter = new Date(now.getTime() + idleMs - LATE_PAYMENT_HOURS * HOUR_MS);
  const watched = await readWatchedAddresses(ctx.orm, network, { freeAfter, shownSince: shownSince(now) });
  return withoutFailed(ctx, source, await source.read(cursor, now, watched));
}

/** Since when customers have looked at the addresses of their balances that are watched: what contracts send to one that is long forgotten is not noticed. */
export function shownSince(now: Date): Date {
  return new Date(now.getTime() - WALLET_ADDRESS_WATCHED_DAYS * DAY_MS);
}

/** Leaves out payments of a chain's coin that failed: an address of ours may delegate to a contract (EIP-7702), which takes none with too little gas. */
async function withoutFailed(ctx: Ctx, source: BlockSource | HeadSource, page: PaymentPage): Promise<PaymentPage> {
  if (!source.withoutFailed || source.coin === undefined) return page;
  const { reserve } = CURRENCIES[source.coin];
  const coins = page.facts.filter(({ unit }) => unit === reserve);
  const own = await readOwnAddresses(ctx.orm, [...new Set(coins.map(({ account }) => account))]);
  const doubtful = new Set(coins.filter(({ account }) => own.has(account)));
  if (doubtful.size === 0) return page;
  const made = new Set(await source.withoutFailed([...doubtful]));
  return { ...page, facts: page.facts.filter((fact) => !doubtful.has(fact) || made.has(fact)) };
}

/** Whether customers may pay in a currency: it is on, or an address is still kept for an order that was to be paid in it. */
export async function mayBePaidIn(ctx: Ctx, network: NetworkCode, code: TradedCode, now: Date): Promise<boolean> {
  const { currencies } = await ctx.settings();
  return (currencies.get(code)?.on ?? false) || hasAddressesKeptFor(ctx.orm, network, code, now);
}

/** Whether the source's payments count. Those of the newest blocks do not: they only show earlier what irreversible blocks confirm. */
function isAuthoritative({ kind }: PolledSource): boolean {
  return kind !== 'head';
}
