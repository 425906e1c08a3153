import { readAttemptsDue, readNetworksOfAttemptsDue, readUnsentAttemptsDue } from '@quydoi/database/repositories/payouts';
import type { Change } from '@quydoi/domain/change';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import { decideUnknown } from '@quydoi/domain/transfer/decide-attempt';
import { decideRefused, decideRefusedTemporarily } from '@quydoi/domain/transfer/decide-outcome';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { isSendingAllowed } from '../market/abilities.ts';
import { NEVER_STOPPED, processDue } from '../process-due.ts';
import { isOurs, NOT_OURS } from './attempt-codes.ts';
import { isProviderReachable } from './call-provider.ts';
import { isSilent } from './payout-trouble.ts';
import { postponeAttempt, postponeUnknownAttempt } from './postpone.ts';
import { madeAt, type Provider, type ProviderKey, providerByKey, providerOf, providersOf } from './providers.ts';
import { rejectPayout } from './reject-payout.ts';
import { sendAttempt } from './send-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';
import type { SignerCtx } from './signer.ts';
import { readTransfer, type SignerTransfer } from './signer-obligation.ts';

/** Concurrent attempts of a provider. */
const SLOTS = 8;

/** Wakes the settle loops of networks with due attempts. One query for all networks, because it runs several times a second. */
export async function wakeSettling(ctx: Pick<Ctx, 'orm' | 'clock'>, settling: ReadonlyMap<NetworkCode, { wake(): void }>): Promise<false> {
  for (const network of await readNetworksOfAttemptsDue(ctx.orm, ctx.clock.now())) settling.get(network)?.wake();
  return false;
}

/**
 * Resumes the due attempts at a payout provider: sends prepared ones, and looks up those that may have been sent in the provider's own records. Each
 * provider has a loop of its own, so that one that hangs delays no other's attempts.
 */
export async function settleAttempts(ctx: SignerCtx, key: ProviderKey, stopped: AbortSignal = NEVER_STOPPED): Promise<boolean> {
  const provider = providerByKey(ctx, key);
  if (!provider) return false;
  const which = madeAt(ctx, provider);
  return processDue(ctx, {
    concurrency: SLOTS,
    failure: 'attempt not settled',
    stopped,
    async readDue(limit) {
      const isReachable = await isProviderReachable(ctx, provider);
      const now = ctx.clock.now();
      const due = isReachable
        ? await readAttemptsDue(ctx.orm, provider.network, now, limit + ctx.inFlight.size, which)
        : await readUnsentDue(ctx, provider, now, limit + ctx.inFlight.size);
      return due.filter(({ id }) => !ctx.inFlight.has(id));
    },
    idOf: ({ id }) => id,
    fieldsOf: ({ id }) => ({ attempt: id }),
    work: (attempt) => finish(ctx, provider, attempt),
    // An attempt that keeps failing must not take the slots of others. If it cannot be postponed either, the run ends.
    afterFailure: ({ id }) => postponeAttempt(ctx, id),
  });
}

/** Due attempts that were never sent, if another provider can make their payouts while this one is unreachable. */
async function readUnsentDue(ctx: SignerCtx, { network, name }: Provider, now: Date, limit: number): Promise<Attempt[]> {
  return name === null || providersOf(ctx, network).length === 1 ? [] : readUnsentAttemptsDue(ctx.orm, network, name, now, limit);
}

async function finish(ctx: SignerCtx, provider: Provider, attempt: Attempt): Promise<void> {
  ctx.inFlight.add(attempt.id);
  try {
    if (attempt.state === 'prepared') {
      const own = providerOf(ctx, provider, attempt);
      return await (!own || (await isAway(ctx, own)) ? giveUpUnsent(ctx, attempt) : sendPrepared(ctx, attempt));
    }
    if (attempt.state === 'sending') {
      // The process that sent it died before it recorded an answer.
      await change(ctx, attempt.id, 'sending', (state) =>
        decideUnknown(state, 'no answer recorded', decisionContext(ctx, 'system', `payout:${state.payout.id}`)),
      );
    }
    await settleAttempt(ctx, attempt.id);
  } finally {
    ctx.inFlight.delete(attempt.id);
  }
}

/** Whether a provider is unreachable or silent while others exist: it then gets no new attempts. */
async function isAway(ctx: SignerCtx, provider: Provider): Promise<boolean> {
  const { key, network } = provider;
  return providersOf(ctx, network).length > 1 && (!ctx.breakers(key).isClosed() || isSilent(await ctx.settings(), provider));
}

/**
 * Ends an attempt that a crashed process left prepared for a provider now unreachable or removed. It was never sent, so any provider may make the
 * next.
 */
async function giveUpUnsent(ctx: SignerCtx, { id }: Attempt): Promise<void> {
  await change(ctx, id, 'prepared', (state) =>
    decideRefusedTemporarily(state, 'its provider is away, and was sent nothing', decisionContext(ctx, 'system', `payout:${state.payout.id}`)),
  );
}

/** Sends an attempt left prepared by a crashed process, after validating its payout again. Postponed while the network is switched off. */
async function sendPrepared(ctx: SignerCtx, attempt: Attempt): Promise<void> {
  const transfer = await readTransfer(ctx, attempt.id);
  if (!transfer) return postponeUnknownAttempt(ctx, attempt.id);
  if (!isSendingAllowed(await ctx.settings(), transfer.payout.network)) return postponeAttempt(ctx, attempt.id);
  const reason = (await isOurs(ctx, attempt)) ? await rejectPayout(ctx, transfer.obligation, transfer.payout) : NOT_OURS;
  if (reason === null) return sendAttempt(ctx, attempt);
  if (typeof reason !== 'string') {
    ctx.logger.warn({ payout: transfer.payout.id, attempt: attempt.id, waitsFor: reason.waitsFor, detail: reason.detail }, 'prepared attempt waits');
    return postponeAttempt(ctx, attempt.id);
  }
  const isRejected = await change(ctx, attempt.id, 'prepared', (current) =>
    decideRefused(current, reason, decisionContext(ctx, 'system', `payout:${transfer.payout.id}`)),
  );
  if (!isRejected) return;
  ctx.logger.error({ attempt: attempt.id, reason }, 'payout rejected by the signer');
  ctx.telemetry.refused('payout_evidence');
}

async function change(ctx: SignerCtx, id: string, when: Attempt['state'], decide: (transfer: SignerTransfer) => Change): Promise<boolean> {
  const written = await decideAndApply(
    ctx,
    () => readTransfer(ctx, id),
    (transfer) => (transfer.attempt.state === when ? decide(transfer) : null),
  );
  return written !== null;
}
