import { readLeasedAddresses, readOwnAddresses } from '@quydoi/database/repositories/leases';
import { type ReadingSource, readRailCursor, saveRailCursor } from '@quydoi/database/repositories/payments';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { DepositScan, PaymentPage } from '@quydoi/rails/rail';
import type { Ctx } from '../context.ts';
import { readPage } from './read-page.ts';
import { recordPayment } from './record-payment.ts';

/** Pages read in one go before other work gets its turn. */
const PAGES_AT_ONCE = 20;
/** Whose address it is is asked when the blocks have been read: an address that is older than its deposit is then surely known. */
const ANYBODY = () => true;

/**
 * Reads a chain's irreversible side on from where the last reading stopped: only what stands there is credited. The cursor moves only after
 * its blocks are journalled, and an order expires only when the reading has passed its deadline by the chain's own clock.
 */
export async function scanDeposits(ctx: Ctx, code: NetworkCode): Promise<boolean> {
  const deposits = ctx.rails.get(code)?.deposits;
  if (!deposits) return false;
  let cursor = await cursorOf(ctx, code, 'deposits');
  for (let pages = 0; pages < PAGES_AT_ONCE; pages += 1) {
    const page = await readDeposits(ctx, code, () => deposits.scan(cursor, ANYBODY));
    if (!page) return false;
    await journal(ctx, page, readOwnAddresses);
    await ctx.checkpoint('deposits.before-cursor');
    cursor = page.cursor ?? cursor;
    await saveRailCursor(ctx.orm, code, cursor, page.readThrough ?? new Date(0), 'deposits');
    if (!page.more) return false;
  }
  return true;
}

/** Reads a chain's newest blocks: orders learn of their money about a minute before it counts. What is missed here, `scanDeposits` finds. */
export async function scanHead(ctx: Ctx, code: NetworkCode): Promise<boolean> {
  const deposits: DepositScan | undefined = ctx.rails.get(code)?.deposits;
  if (!deposits) return false;
  const cursor = await cursorOf(ctx, code, 'head');
  const page = await readDeposits(ctx, code, () => deposits.scanHead(cursor, ANYBODY));
  if (!page) return false;
  await journal(ctx, page, readLeasedAddresses);
  await saveRailCursor(ctx.orm, code, page.cursor ?? cursor, page.readThrough ?? new Date(0), 'head');
  return page.more;
}

async function cursorOf(ctx: Ctx, code: NetworkCode, source: ReadingSource): Promise<string | null> {
  return (await readRailCursor(ctx.orm, code, source))?.cursor ?? null;
}

async function readDeposits(ctx: Ctx, code: NetworkCode, read: () => Promise<PaymentPage>): Promise<PaymentPage | null> {
  return readPage(ctx, code, read, 'deposits not read');
}

async function journal(ctx: Ctx, page: PaymentPage, ours: typeof readOwnAddresses): Promise<void> {
  const own = await ours(ctx.orm, [...new Set(page.facts.map(({ account }) => account))]);
  for (const fact of page.facts) if (own.has(fact.account)) await recordPayment(ctx, fact);
}
