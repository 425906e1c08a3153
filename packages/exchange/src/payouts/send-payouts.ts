import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError } from '@quydoi/database/money-tx';
import { readPayoutsDue } from '@quydoi/database/repositories/payouts';
import { type Change, NO_CHANGE } from '@quydoi/domain/change';
import type { NetworkCode } from '@quydoi/domain/networks';
import { decidePrepare, decideRejected } from '@quydoi/domain/transfer/decide-attempt';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { stepPayout } from '@quydoi/domain/transfer/steps';
import { decisionContext } from '../context.ts';
import { describeError } from '../describe-error.ts';
import { readObligation, type SignerObligation } from './obligation.ts';
import { rejectPayout } from './reject-payout.ts';
import { sendAttempt } from './send-attempt.ts';
import { signPayout } from './sign-payout.ts';
import type { SignerCtx } from './signer.ts';

/**
 * Concurrent payouts of one rail. Each rail has slots of its own, so that a provider that hangs delays only its own payouts. A slot is freed
 * when its attempt is settled or left to `settleAttempts`: 16 slots make 20 payouts a second of 0.8 s each.
 */
const SLOTS_PER_RAIL = 16;
/** Poll interval for newly due payouts while others are in flight. */
const LOOK_AGAIN_MS = 50;
/** Minimum delay before a payout that is still due after a try is tried again. */
const TRY_AGAIN_MS = 1_000;
const NEVER_STOPPED = new AbortController().signal;

/**
 * Makes the payouts that are due on the rails of this role: each attempt is written first, then sent. Whenever one is done the next begins, until
 * none is due and none in flight, or until stopped. Awaits all in-flight payouts before returning, also on error or abort.
 */
export async function sendPayouts(ctx: SignerCtx, stopped: AbortSignal = NEVER_STOPPED): Promise<boolean> {
  const inFlight: InFlight = new Map();
  const triedAtMs = new Map<string, number>();
  try {
    while (!stopped.aborted) {
      for (const payout of await readDue(ctx, inFlight, triedAtMs)) {
        triedAtMs.set(payout.id, ctx.clock.now().getTime());
        const made = tryPayout(ctx, payout).finally(() => inFlight.delete(payout.id));
        inFlight.set(payout.id, { rail: payout.rail, made });
      }
      if (inFlight.size === 0) break;
      await Promise.race([...[...inFlight.values()].map(({ made }) => made), ctx.clock.sleep(LOOK_AGAIN_MS)]);
    }
  } finally {
    await Promise.all([...inFlight.values()].map(({ made }) => made));
  }
  return false;
}

/** Payouts in progress by id. */
type InFlight = Map<string, { readonly rail: NetworkCode; readonly made: Promise<void> }>;

/** The next due payouts for the free slots, without those tried a moment ago. Payouts of a rail that is off wait until it is on again. */
async function readDue(ctx: SignerCtx, inFlight: InFlight, triedAtMs: Map<string, number>): Promise<Payout[]> {
  const now = ctx.clock.now();
  for (const [id, atMs] of triedAtMs) {
    if (now.getTime() - atMs >= TRY_AGAIN_MS) triedAtMs.delete(id);
  }
  const { rails } = await ctx.settings();
  const live = [...ctx.rails].filter(([code, rail]) => rail.payOut && rails.get(code)?.on);
  const due = await Promise.all(live.map(([code]) => readDueOf(ctx, code, now, inFlight, triedAtMs)));
  return due.flat();
}

async function readDueOf(ctx: SignerCtx, rail: NetworkCode, now: Date, inFlight: InFlight, triedAtMs: Map<string, number>): Promise<Payout[]> {
  const room = SLOTS_PER_RAIL - [...inFlight.values()].filter((one) => one.rail === rail).length;
  if (room === 0) return [];
  const due = await readPayoutsDue(ctx.orm, now, room + inFlight.size + triedAtMs.size, [rail]);
  return due.filter(({ id }) => !inFlight.has(id) && !triedAtMs.has(id)).slice(0, room);
}

/** Never throws, so that a failing payout does not hold up the others. */
async function tryPayout(ctx: SignerCtx, payout: Payout): Promise<void> {
  try {
    await makePayout(ctx, payout);
  } catch (error) {
    ctx.logger.error({ payout: payout.id, error: describeError(error) }, 'payout not made');
  }
}

async function makePayout(ctx: SignerCtx, payout: Payout): Promise<void> {
  const payOut = ctx.rails.get(payout.rail)?.payOut;
  if (!payOut) return;
  const obligation = await readObligation(ctx, payout);
  if (!obligation) return await failUnowed(ctx, payout);
  try {
    const reason = await rejectPayout(ctx, obligation, payout);
    if (reason !== null) return await reject(ctx, obligation, payout, reason);
    await ctx.checkpoint('payout.before-prepare');
    const signed = payOut.kind === 'signed' ? await signPayout(ctx, payOut, obligation, payout) : null;
    if (payOut.kind === 'signed' && !signed) return;
    await prepare(ctx, decidePrepare({ obligation, payout }, decisionContext(ctx, 'system', `payout:${payout.id}`), signed));
  } catch (error) {
    // Lost a race: another signer took the payout or its slot, or its order kept changing. The next poll reads the payout again.
    if (!(error instanceof ConflictError)) throw error;
  }
}

/** Writes the attempt, then sends it. */
async function prepare(ctx: SignerCtx, change: Change): Promise<void> {
  const attempt = change.attempts[0]?.after;
  if (!attempt) return;
  ctx.inFlight.add(attempt.id);
  try {
    if (change.transfers.length > 0) await ctx.checkpoint('payout.signed');
    await applyChanges(ctx.orm, [change], ctx.clock.now());
    await ctx.checkpoint('payout.prepared');
    await sendAttempt(ctx, attempt);
  } finally {
    ctx.inFlight.delete(attempt.id);
  }
}

async function reject(ctx: SignerCtx, obligation: SignerObligation, payout: Payout, reason: string): Promise<void> {
  const decisionCtx = decisionContext(ctx, 'system', `payout:${payout.id}`);
  const change = decideRejected({ obligation, payout }, await obligation.readHeld(payout), decisionCtx);
  // A conflict means that another signer was faster, and the rejection is void.
  await applyChanges(ctx.orm, [change], decisionCtx.now);
  ctx.logger.error({ obligation: `${payout.obligationKind}:${payout.obligationId}`, payout: payout.id, reason }, 'payout rejected by the signer');
  ctx.telemetry.refused('payout_evidence');
}

/** A payout without an obligation is owed by nothing that the signer knows. */
async function failUnowed(ctx: SignerCtx, payout: Payout): Promise<void> {
  await applyChanges(ctx.orm, [{ ...NO_CHANGE, payouts: [stepPayout(payout, { state: 'failed' })] }], ctx.clock.now());
  ctx.logger.error({ obligation: `${payout.obligationKind}:${payout.obligationId}`, payout: payout.id }, 'payout without an obligation');
  ctx.telemetry.refused('payout_evidence');
}
