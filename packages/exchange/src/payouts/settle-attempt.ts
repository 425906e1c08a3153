import type { Change } from '@quydoi/domain/change';
import { decideAbsent, decideLookAgain, decideSettled, type PayoutState } from '@quydoi/domain/order/decide-payout';
import type { Attempt } from '@quydoi/domain/payout';
import { type PayoutRecord, RailError } from '@quydoi/rails/rail';
import { deciding } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { readPayoutState, requestOf } from './payout-state.ts';
import type { SignerCtx } from './signer.ts';

const CHECK_BASE_MS = 500;
const CHECK_MAX_MS = 60_000;
/** Looks that must have found nothing before silence counts as absence. */
const CHECKS_MIN = 5;
/** A provider that said yes is given this much more time to show it in its records. */
const ACCEPTED_PATIENCE_FACTOR = 6;

/** Learns an attempt's outcome from the provider's records; only that makes an order delivered. */
export async function settleAttempt(ctx: SignerCtx, attemptId: string): Promise<void> {
  const state = await readPayoutState(ctx.orm, attemptId);
  if (!state || !isAwaitingRecord(state.attempt)) return;
  await ctx.checkpoint('settle.before-find');
  const record = await findRecord(ctx, state);
  await ctx.checkpoint('settle.found');
  await decideAndApply(
    ctx,
    () => readPayoutState(ctx.orm, attemptId),
    (current) => (isAwaitingRecord(current.attempt) ? judge(ctx, current, record) : null),
  );
  await ctx.checkpoint('settle.after-write');
}

function isAwaitingRecord(attempt: Attempt): boolean {
  return attempt.state === 'sent' || attempt.state === 'unknown';
}

/** The provider's record; null when its records could not be read, which says nothing about the payout. */
async function findRecord(ctx: SignerCtx, state: PayoutState): Promise<PayoutRecord | null> {
  const { payout, attempt } = state;
  const payOut = ctx.rails.get(payout.rail)?.payOut;
  if (!payOut || payOut.kind === 'signed') return null;
  try {
    return await payOut.find(requestOf(state), attempt.sentAt ?? attempt.createdAt, ctx.clock.now());
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, payout.rail, error.trouble, 'payout records not read');
    return null;
  }
}

function judge(ctx: SignerCtx, state: PayoutState, record: PayoutRecord | null): Change {
  const by = deciding(ctx, 'system', `payout:${state.payout.id}`);
  if (record?.state === 'paid') return decideSettled(state, record.reference, record.fee, by);
  const { attempt } = state;
  if (record?.state === 'absent' && isPatienceOver(ctx, attempt)) return decideAbsent(state, by);
  const delayMs = Math.min(CHECK_BASE_MS * 2 ** Math.min(attempt.checks, 16), CHECK_MAX_MS);
  return decideLookAgain(attempt, record?.state === 'absent', new Date(by.now.getTime() + delayMs));
}

function isPatienceOver(ctx: SignerCtx, attempt: Attempt): boolean {
  const silentMs = ctx.clock.now().getTime() - (attempt.sentAt ?? attempt.createdAt).getTime();
  const patienceMs = attempt.state === 'sent' ? ctx.patienceMs * ACCEPTED_PATIENCE_FACTOR : ctx.patienceMs;
  return attempt.checks + 1 >= CHECKS_MIN && silentMs >= patienceMs;
}
