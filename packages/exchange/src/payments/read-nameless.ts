import { readEarliestNameless, type TimeRange } from '@quydoi/database/repositories/payments';
import type { PaymentClaim } from '@quydoi/domain/claim/claim';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import type { PolledSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { perSource } from './per-source.ts';
import { polledSources } from './polled-sources.ts';
import { askAgain } from './read-again.ts';

/** Ages at which a payment for which no order was found has its time read again: its bank may tell the memo late. Afterwards the regular readings do. */
const READ_AGAIN_AT_MS = [2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];
/** Older payments are not looked at: longer than the last age, for a worker that was away. */
const AGE_MAX_MS = HOUR_MS / 2;
/** Readings of a list in an hour that claims cause: anybody with an order can claim, and the provider's quota is for new payments. */
const CLAIMED_PER_HOUR_MAX = 12;

/** When payments were last looked for whose time a list is to read again. */
const lookOf = perSource(() => ({ atMs: Number.NEGATIVE_INFINITY }));
/** When the time of an order's claim was asked for, by the order's id. */
const claimedOf = perSource(() => new Map<string, number>());

/**
 * Has the lists of this process read the time of payments again for which no order was found, at growing pauses. Only networks whose banks may fill rows
 * in tell memos late. A list that is read again from the earliest payment on tells of all others, however many.
 * @returns false: no more can be done now
 */
export async function readNamelessAgain(ctx: Ctx): Promise<false> {
  const nowMs = ctx.clock.now().getTime();
  for (const { network, source } of polledSources(ctx)) {
    if (!canReadAgain(source) || !NETWORKS[network].repeatsReferences) continue;
    const look = lookOf(ctx, source);
    const earliest = await readEarliestNameless(ctx.orm, network, recordedBetween(look.atMs, nowMs));
    look.atMs = nowMs;
    if (earliest) askAgain(ctx, source, [earliest]);
  }
  return false;
}

/** When the payments were recorded that have reached one of the ages since the last look. */
function recordedBetween(lookedAtMs: number, nowMs: number): TimeRange[] {
  return READ_AGAIN_AT_MS.map((ageMs) => ({
    after: new Date(Math.max(lookedAtMs - ageMs, nowMs - AGE_MAX_MS)),
    until: new Date(nowMs - ageMs),
  }));
}

/** Has the lists of a network read the time of a claimed payment again, once an hour and order, within what claims may cause. */
export function readClaimedAgain(ctx: Ctx, network: NetworkCode, { orderId, paidAt }: Pick<PaymentClaim, 'orderId' | 'paidAt'>): void {
  const nowMs = ctx.clock.now().getTime();
  for (const { network: of, source } of polledSources(ctx)) {
    if (of !== network || !canReadAgain(source)) continue;
    const claimed = claimedOf(ctx, source);
    for (const [id, atMs] of claimed) if (nowMs - atMs >= HOUR_MS) claimed.delete(id);
    if (claimed.has(orderId) || claimed.size >= CLAIMED_PER_HOUR_MAX) continue;
    claimed.set(orderId, nowMs);
    askAgain(ctx, source, [{ network, paidAt }]);
  }
}

function canReadAgain(source: PolledSource): boolean {
  return source.kind === 'list' && source.readAgain !== undefined;
}
