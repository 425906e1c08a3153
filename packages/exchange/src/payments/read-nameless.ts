import { readNamelessPayments } from '@quydoi/database/repositories/payments';
import type { PaymentClaim } from '@quydoi/domain/claim/claim';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import { takesLaterMemo } from '@quydoi/domain/transfer/journal-payment';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { PolledSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { perSource } from './per-source.ts';
import { polledSources } from './polled-sources.ts';
import { askAgain } from './read-again.ts';

/** Ages at which a payment for which no order was found has its time read again: its bank may tell the memo late. Afterwards the regular readings do. */
const READ_AGAIN_AT_MS = [2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];
/** Older payments are not looked at: longer than the last age, for a worker that was away. */
const AGE_MAX_MS = HOUR_MS / 2;
const BATCH_SIZE = 200;
/** Readings of a list in an hour that claims cause: anybody with an order can claim, and the provider's quota is for new payments. */
const CLAIMED_PER_HOUR_MAX = 12;

/** How often the time of each payment has been asked for, by its id. */
const askedOf = perSource(() => new Map<string, number>());
/** When the time of an order's claim was asked for, by the order's id. */
const claimedOf = perSource(() => new Map<string, number>());

/** Has the lists of this process read the time of payments again for which no order was found, at growing pauses. @returns false: no more can be done now */
export async function readNamelessAgain(ctx: Ctx): Promise<false> {
  const nowMs = ctx.clock.now().getTime();
  for (const { network, source } of polledSources(ctx)) {
    if (!canReadAgain(source)) continue;
    const asked = askedOf(ctx, source);
    const nameless = (await readNamelessPayments(ctx.orm, network, new Date(nowMs - AGE_MAX_MS), BATCH_SIZE)).filter(takesLaterMemo);
    const known = new Set(nameless.map(({ id }) => id));
    for (const id of asked.keys()) if (!known.has(id)) asked.delete(id);
    const due = nameless.filter((payment) => timesDue(payment, nowMs) > (asked.get(payment.id) ?? 0));
    for (const payment of due) asked.set(payment.id, timesDue(payment, nowMs));
    askAgain(ctx, source, due);
  }
  return false;
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

function timesDue({ recordedAt }: Payment, nowMs: number): number {
  return READ_AGAIN_AT_MS.filter((ageMs) => nowMs - recordedAt.getTime() >= ageMs).length;
}
