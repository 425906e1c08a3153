import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError } from '@quydoi/database/money-tx';
import { readPayoutsDue, readPayoutsOfOtherKinds } from '@quydoi/database/repositories/payouts';
import { isSlotConflict } from '@quydoi/database/repositories/slots';
import type { Change } from '@quydoi/domain/change';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import { decidePostponed, decidePrepare } from '@quydoi/domain/transfer/decide-attempt';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { VolumeLimit } from '@quydoi/domain/transfer/volume-limit';
import type { PayoutCapability } from '@quydoi/rails/rail';
import { decisionContext } from '../context.ts';
import { isDueAgain } from '../due-again.ts';
import { isSendingAllowed } from '../market/abilities.ts';
import { NEVER_STOPPED, processDue } from '../process-due.ts';
import { applyWithinLimits, LimitReachedError } from './apply-within-limits.ts';
import { judgeVolume } from './await-approval.ts';
import { isReachable } from './call-provider.ts';
import { reportSlotConflict } from './free-slots.ts';
import { pickProvider } from './pick-provider.ts';
import { postponedUntil } from './postpone.ts';
import { rejectPayout } from './reject-payout.ts';
import { sendAttempt } from './send-attempt.ts';
import { signPayout } from './sign-payout.ts';
import type { SignerCtx } from './signer.ts';
import { readObligation, type SignerObligation } from './signer-obligation.ts';
import { failUnowed, reject, wait } from './unsent-payouts.ts';

/** Concurrent payouts of a network. Each keeps its slot until its attempt is settled or left to `settleAttempts`: 16 slots of 0.8 s make 20 a second. */
const SLOTS = 16;
/** One of several providers may take 1 / this of the slots before the others are preferred. */
const ONE_OF_SEVERAL_SHARE = 2;

const OTHER_KINDS_REPORT_MS = 30_000;
/** Payouts of other kinds that are counted at most. */
const OTHER_KINDS_MAX = 1_000;

/** Makes the due payouts of a network: stores each attempt, then sends it. Payouts of a network that is off wait until it is on again. */
export async function sendPayouts(ctx: SignerCtx, network: NetworkCode, stopped: AbortSignal = NEVER_STOPPED): Promise<boolean> {
  if (!ctx.rails.get(network)?.payouts) return false;
  return processDue(ctx, {
    concurrency: SLOTS,
    failure: 'payout not made',
    stopped,
    async readDue(limit) {
      if (!isSendingAllowed(await ctx.settings(), network) || !(await isReachable(ctx, network))) return [];
      await reportOtherKinds(ctx, network);
      return readPayoutsDue(ctx.orm, ctx.clock.now(), limit, [...ctx.obligations.keys()], [network]);
    },
    idOf: ({ id }) => id,
    // A payout that stops waiting gets a new version, and must be processed at once.
    versionOf: ({ version }) => version,
    fieldsOf: ({ id }) => ({ payout: id }),
    work: (payout) => makePayout(ctx, payout),
  });
}

async function makePayout(ctx: SignerCtx, payout: Payout): Promise<void> {
  const payouts = ctx.rails.get(payout.network)?.payouts;
  if (!payouts) return;
  const obligation = await readObligation(ctx, payout);
  if (!obligation) return await failUnowed(ctx, payout);
  const attempt = await prepare(ctx, payouts, obligation, payout);
  if (!attempt) return;
  try {
    await ctx.checkpoint('payout.prepared');
    await sendAttempt(ctx, attempt);
  } finally {
    ctx.inFlight.delete(attempt.id);
  }
}

/**
 * Stores the next attempt of a payout. Returns null if the payout is rejected, waits, could not be signed or was changed concurrently, or if its
 * network has been switched off.
 */
async function prepare(ctx: SignerCtx, payouts: PayoutCapability, obligation: SignerObligation, payout: Payout): Promise<Attempt | null> {
  try {
    const objection = await rejectPayout(ctx, obligation, payout);
    if (objection !== null) {
      await (typeof objection === 'string' ? reject(ctx, obligation, payout, objection) : wait(ctx, payout, objection));
      return null;
    }
    const limits = await judgeVolume(ctx, obligation, payout);
    if ('waitsFor' in limits) {
      await wait(ctx, payout, limits);
      return null;
    }
    await ctx.checkpoint('payout.before-prepare');
    const signed = payouts.kind === 'signed' ? await signPayout(ctx, payouts, obligation, payout, limits) : null;
    if (payouts.kind === 'signed' && !signed) return null;
    const provider = await pickProvider(ctx, payout, SLOTS / ONE_OF_SEVERAL_SHARE);
    if (!provider) {
      await applyChanges(ctx.orm, [decidePostponed(payout, postponedUntil(ctx))], ctx.clock.now());
      return null;
    }
    // The network may have been stopped since the payout was read, for money that is missing: the payout stays due.
    if (!isSendingAllowed(await ctx.settings(), payout.network)) return null;
    const change = decidePrepare({ obligation, payout }, decisionContext(ctx, 'system', `payout:${payout.id}`), signed, provider.name);
    return await write(ctx, change, limits);
  } catch (error) {
    if (error instanceof LimitReachedError) {
      await wait(ctx, payout, { waitsFor: 'approval', detail: error.message });
      return null;
    }
    // Lost a race: another signer took the payout or its slot, or its order kept changing. The next poll reads the payout again.
    if (!(error instanceof ConflictError)) throw error;
    if (isSlotConflict(error)) reportSlotConflict(ctx, payout.network);
    return null;
  }
}

/** Stores a prepared attempt. It counts as in flight from before the commit, so that `settleAttempts` of this process leaves it alone. */
async function write(ctx: SignerCtx, change: Change, limits: readonly VolumeLimit[]): Promise<Attempt | null> {
  const attempt = change.attempts[0]?.after;
  if (!attempt) return null;
  ctx.inFlight.add(attempt.id);
  try {
    if (change.transfers.length > 0) await ctx.checkpoint('payout.signed');
    await applyWithinLimits(ctx, change, limits);
    return attempt;
  } catch (error) {
    ctx.inFlight.delete(attempt.id);
    throw error;
  }
}

/** Reports payouts of kinds that are not registered. During a rolling upgrade another signer knows them, or this one will after its restart. */
async function reportOtherKinds(ctx: SignerCtx, network: NetworkCode): Promise<void> {
  if (!isDueAgain(ctx, `kinds of ${network}`, OTHER_KINDS_REPORT_MS)) return;
  const others = await readPayoutsOfOtherKinds(ctx.orm, network, [...ctx.obligations.keys()], OTHER_KINDS_MAX);
  if (others) ctx.logger.error({ network, ...others }, 'payouts wait: this signer does not know their kind of obligation');
}
