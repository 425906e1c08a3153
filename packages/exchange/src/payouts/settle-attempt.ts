import type { Change } from '@quydoi/domain/change';
import {
  CODE_ASKED,
  decideAbsent,
  decideCodeAsked,
  decideCodeGiven,
  decideExpired,
  decideLookAgain,
  decideRefused,
  decideRetry,
} from '@quydoi/domain/order/decide-payout';
import { decideSettled } from '@quydoi/domain/order/decide-settle';
import type { PayoutState } from '@quydoi/domain/order/payout-steps';
import type { Attempt } from '@quydoi/domain/payout';
import type { PayOut } from '@quydoi/rails/rail';
import { decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { rejectPayout } from './evidence.ts';
import { type Look, lookUp } from './look-up.ts';
import { readPayoutState } from './payout-state.ts';
import { sendAgain } from './send-again.ts';
import type { SignerCtx } from './signer.ts';

const CHECK_BASE_MS = 500;
const CHECK_MAX_MS = 60_000;
/** A customer waits for the block, or for the code: looks stay this close together. */
const CLOSE_CHECK_MAX_MS = 3_000;
/** Looks that must have found nothing before silence counts as absence. */
const CHECKS_MIN = 5;
/** A provider that said yes is given this much more time to show it in its records. */
const ACCEPTED_PATIENCE_FACTOR = 6;
/** A transfer that a node took is handed in again at every so many looks: nodes forget. */
const LOOKS_PER_RESEND = 5;

/** Learns an attempt's outcome from the provider's records; only that makes an order delivered. */
export async function settleAttempt(ctx: SignerCtx, attemptId: string): Promise<void> {
  const state = await readPayoutState(ctx.orm, attemptId);
  const kind = state && ctx.rails.get(state.payout.rail)?.payOut?.kind;
  if (!state || !isAwaitingRecord(state.attempt)) return;
  await ctx.checkpoint('settle.before-find');
  const look = await lookUp(ctx, state);
  await ctx.checkpoint('settle.found');
  const isSentAgain = Boolean(kind && look && isToBeResent(ctx, kind, state.attempt, look) && (await maySend(ctx, state)));
  if (isSentAgain) await sendAgain(ctx, state);
  // What was seen before the attempt was sent again says nothing about what became of it since.
  const decide = (current: PayoutState) =>
    isSentAgain ? decideLookAgain(current.attempt, true, nextLook(ctx, kind, current.attempt, look)) : judge(ctx, kind, current, look);
  await decideAndApply(
    ctx,
    () => readPayoutState(ctx.orm, attemptId),
    (current) => (isAwaitingRecord(current.attempt) ? decide(current) : null),
  );
  await ctx.checkpoint('settle.after-write');
}

function isAwaitingRecord(attempt: Attempt): boolean {
  return attempt.state === 'sent' || attempt.state === 'unknown';
}

/** A provider that said yes has it: how long it remembers our key is its own affair, so only what it may not have heard is sent to it again. */
function isToBeResent(ctx: SignerCtx, kind: PayOut['kind'], attempt: Attempt, look: Look): boolean {
  if (kind === 'keyed') return attempt.state === 'unknown' && look.state === 'absent' && !isPatienceOver(ctx, attempt);
  if (kind !== 'signed' || look.state !== 'pending') return false;
  const isValid = attempt.validUntil === null || ctx.clock.now() < attempt.validUntil;
  return isValid && (attempt.state === 'unknown' || attempt.checks % LOOKS_PER_RESEND === LOOKS_PER_RESEND - 1);
}

/** What holds for the first sending holds for every other: the rail is on, and the payout still follows from its order. */
async function maySend(ctx: SignerCtx, { order, payout }: PayoutState): Promise<boolean> {
  return ((await ctx.settings()).rails.get(payout.rail)?.on ?? false) && (await rejectPayout(ctx, order, payout)) === null;
}

function judge(ctx: SignerCtx, kind: PayOut['kind'] | null | undefined, state: PayoutState, look: Look | null): Change {
  const decisionCtx = decisionContext(ctx, 'system', `payout:${state.payout.id}`);
  const { attempt } = state;
  const again = (foundNothing: boolean) => decideLookAgain(attempt, foundNothing, nextLook(ctx, kind, attempt, look));
  if (look === null) return again(false);
  switch (look.state) {
    case 'paid':
      // The lifecycle knows no way from waiting for a code to delivered: the code was given, and the next look settles.
      return state.payout.purpose === 'order' && state.order.status === 'waitingotp'
        ? decideCodeGiven(state, decisionCtx)
        : decideSettled(state, look.reference, look.fee, decisionCtx);
    case 'absent':
      return isPatienceOver(ctx, attempt) ? decideAbsent(state, decisionCtx) : again(true);
    case 'failed':
      return decideRetry(state, look.detail, decisionCtx, look.fee);
    case 'expired':
      return decideExpired(state, decisionCtx);
    case 'waiting-otp':
      return attempt.detail === CODE_ASKED ? again(false) : decideCodeAsked(state, nextLook(ctx, kind, attempt, look), decisionCtx);
    case 'pending':
      if (attempt.detail === CODE_ASKED) return decideCodeGiven(state, decisionCtx);
      return again(kind === 'signed');
    case 'refused':
      return kind === 'keyed' ? decideRetry(state, look.detail, decisionCtx) : again(false);
    case 'reversed':
      return kind === 'keyed' ? decideRefused(state, 'reversed', decisionCtx) : again(false);
  }
}

/** Close together at first; what the provider has in hand is looked at in step with how long that takes. */
function nextLook(ctx: SignerCtx, kind: PayOut['kind'] | null | undefined, attempt: Attempt, look: Look | null): Date {
  const now = ctx.clock.now();
  const isInHand = look?.state === 'pending' || look?.state === 'waiting-otp';
  const isClose = kind === 'signed' || look?.state === 'waiting-otp';
  const sinceMs = now.getTime() - (attempt.sentAt ?? attempt.createdAt).getTime();
  const delayMs = isInHand ? Math.max(CHECK_BASE_MS, sinceMs / 4) : CHECK_BASE_MS * 2 ** Math.min(attempt.checks, 16);
  return new Date(now.getTime() + Math.min(delayMs, isClose ? CLOSE_CHECK_MAX_MS : CHECK_MAX_MS));
}

function isPatienceOver(ctx: SignerCtx, attempt: Attempt): boolean {
  const silentMs = ctx.clock.now().getTime() - (attempt.sentAt ?? attempt.createdAt).getTime();
  const patienceMs = attempt.state === 'sent' ? ctx.patienceMs * ACCEPTED_PATIENCE_FACTOR : ctx.patienceMs;
  return attempt.checks + 1 >= CHECKS_MIN && silentMs >= patienceMs;
}
