import { type Change, NO_CHANGE, type Step, withRows } from '../change.ts';
import { CURRENCIES } from '../currencies.ts';
import type { DecisionContext } from '../decision-context.ts';
import { InvariantError } from '../invariant.ts';
import type { Attempt, AttemptTransfer } from './attempt.ts';
import { retry } from './decide-outcome.ts';
import type { Payout } from './payout.ts';
import { stepAttempt, stepPayout, type TransferState, type UnsentPayout } from './steps.ts';

/*
 * Attempt machine until an attempt's outcome is known (`decide-outcome.ts`): prepares, sends and checks it, for any obligation. Each decision moves
 * the payout and its attempt; the obligation contributes all other changes.
 */

/** Transfer signed by a chain's rail. */
export type SignedBytes = Pick<AttemptTransfer, 'txid' | 'raw' | 'validUntil' | 'slots'>;

/** Idempotency key of a payout's next attempt, unique so that the provider's records identify the attempt. */
export function nextKeyOf({ payout, obligation }: UnsentPayout): string {
  return obligation.keyOf(payout, payout.tries + 1);
}

/**
 * Stores the next attempt before sending.
 * @param signed the signed transfer, for rails that sign: only these bytes are ever broadcast
 * @param provider name of the provider that the attempt is made at from now on, where the network has several
 */
export function decidePrepare(
  unsent: UnsentPayout,
  ctx: DecisionContext,
  signed: SignedBytes | null = null,
  provider: Attempt['provider'] = null,
): Change {
  const { payout, obligation } = unsent;
  const attempt = nextAttempt(unsent, ctx, provider);
  return withRows(obligation.onProgress(payout, { step: 'started' }, ctx), {
    attempts: [{ before: null, after: attempt }],
    payouts: [stepPayout(payout, { state: 'attempting', tries: attempt.n, waitsFor: null })],
    transfers: signed ? [transferRow(payout, attempt, 1, signed, ctx.now)] : [],
  });
}

/** Stores a replacement transfer in the same slots as the attempt's earlier ones: at most one of them is mined. */
export function decideReplaced({ payout, attempt }: TransferState, n: number, signed: SignedBytes, now: Date): Change {
  const transfers = [transferRow(payout, attempt, n, signed, now)];
  return { ...NO_CHANGE, attempts: [stepAttempt(attempt, { nextCheckAt: now })], transfers };
}

/** Records that signing failed: certainly not paid, counts as one try of the payout. */
export function decideSigningFailed(unsent: UnsentPayout, detail: string, ctx: DecisionContext): Change {
  const attempt = nextAttempt(unsent, ctx);
  const refused: Step<Attempt> = { before: null, after: { ...attempt, state: 'refused', detail, settledAt: ctx.now } };
  return retry(unsent, attempt.n, refused, [], ctx);
}

/**
 * Postpones a payout without counting a try, while its rail cannot be reached.
 * @param waitsFor what the payout waits for, for operators; null when that is not known, or only its rail
 */
export function decidePostponed(payout: Payout, nextAt: Date, waitsFor: Payout['waitsFor'] = null): Change {
  return { ...NO_CHANGE, payouts: [stepPayout(payout, { nextAt, waitsFor })] };
}

/**
 * Marks an attempt as sending, committed right before the socket write: from then on the money may have moved.
 * @throws InvariantError unless the attempt is prepared
 */
export function decideSending(attempt: Attempt, now: Date): Change {
  if (attempt.state !== 'prepared') throw new InvariantError(`attempt ${attempt.id} is ${attempt.state}`);
  return { ...NO_CHANGE, attempts: [stepAttempt(attempt, { state: 'sending', sentAt: now, nextCheckAt: now })] };
}

/** Records that the provider accepted the attempt; its records still have to confirm the transfer. */
export function decideAccepted({ payout, attempt, obligation }: TransferState, reference: string, fee: bigint | null, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { state: 'sent', reference, fee, nextCheckAt: ctx.now })];
  return withRows(obligation.onProgress(payout, { step: 'accepted' }, ctx), { attempts });
}

/** Records an unclear answer: only the provider's records decide. */
export function decideUnknown({ payout, attempt, obligation }: TransferState, detail: string, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { state: 'unknown', detail, nextCheckAt: ctx.now })];
  return withRows(obligation.onProgress(payout, { step: 'unclear' }, ctx), { attempts });
}

/**
 * Schedules the next check of the provider's records. Only a check that could read the records and found nothing is counted.
 * @param detail reason why the attempt is not sent again meanwhile, for operators; unchanged by default
 */
export function decideRecheck(attempt: Attempt, foundNothing: boolean, nextCheckAt: Date, detail = attempt.detail): Change {
  return { ...NO_CHANGE, attempts: [stepAttempt(attempt, { checks: attempt.checks + (foundNothing ? 1 : 0), nextCheckAt, detail })] };
}

/** Records that the provider awaits a code that a person has to enter. */
export function decideCodeRequested({ payout, attempt, obligation }: TransferState, nextCheckAt: Date, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { awaitingCode: true, nextCheckAt })];
  return withRows(obligation.onProgress(payout, { step: 'code-requested' }, ctx), { attempts });
}

/** Records that the code was entered: the transfer proceeds and is checked at once. */
export function decideCodeEntered({ payout, attempt, obligation }: TransferState, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { awaitingCode: false, nextCheckAt: ctx.now })];
  return withRows(obligation.onProgress(payout, { step: 'code-entered' }, ctx), { attempts });
}

function transferRow(
  { network }: Payout,
  { id }: Attempt,
  n: number,
  { txid, raw, validUntil, slots }: SignedBytes,
  signedAt: Date,
): AttemptTransfer {
  return { attemptId: id, n, network, txid, raw, validUntil, slots, signedAt };
}

function nextAttempt(unsent: UnsentPayout, ctx: DecisionContext, provider: Attempt['provider'] = null): Attempt {
  const { payout } = unsent;
  if (payout.state !== 'queued') throw new InvariantError(`payout ${payout.id} is ${payout.state}`);
  return {
    id: ctx.newId(),
    version: 1,
    payoutId: payout.id,
    n: payout.tries + 1,
    key: nextKeyOf(unsent),
    provider,
    state: 'prepared',
    sentAlone: CURRENCIES[payout.currency].isVoucher ? payout.currency : null,
    reference: null,
    fee: null,
    detail: null,
    awaitingCode: false,
    paidByAttemptId: null,
    checks: 0,
    nextCheckAt: ctx.now,
    createdAt: ctx.now,
    sentAt: null,
    settledAt: null,
  };
}
