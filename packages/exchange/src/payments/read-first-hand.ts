import { readUnreadPayments } from '@quydoi/database/repositories/first-hand';
import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError } from '@quydoi/rails/rail-error';
import type { Ctx } from '../context.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { readFirstHandList } from './read-sources.ts';
import { storeFirstHand } from './store-first-hand.ts';

/** Payments looked up in one run. */
const BATCH_SIZE = 100;
/** How long a payment is looked up after it was journalled; later only while a payout waits for it. */
const FRESH_MS = 15_000;
/** Payments are looked up this long before the payouts that wait for them are due again. */
const LEAD_MS = 2_000;

/**
 * Reads payments of a network that other roles have journalled, with credentials of this role: payouts are made for no others. One reading of a
 * list answers for all of them; a chain is asked for each transaction.
 * @returns false: no more can be read now
 */
export async function readFirstHand(ctx: Ctx, network: NetworkCode): Promise<false> {
  const firstHand = ctx.rails.get(network)?.firstHand;
  if (!firstHand) return false;
  const nowMs = ctx.clock.now().getTime();
  const unread = await readUnreadPayments(ctx.orm, network, new Date(nowMs - FRESH_MS), new Date(nowMs + LEAD_MS), BATCH_SIZE);
  if (unread.length === 0) return false;
  if (firstHand.by === 'list') {
    await readFirstHandList(ctx, network);
    return false;
  }
  try {
    for (const { reference } of unread) await storeFirstHand(ctx, await firstHand.find(reference));
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, network, error.trouble, 'payments not confirmed');
  }
  return false;
}
