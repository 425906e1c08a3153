import type { NetworkCode } from '@quydoi/domain/networks';
import type { Ctx } from '../src/context.ts';
import { answerLookups as answerLookupsOf } from '../src/lookups/answer-lookups.ts';
import { createFirstHandReaders } from '../src/payments/read-first-hand.ts';
import { type ProviderKey, providersOf } from '../src/payouts/providers.ts';
import { sendPayouts as sendPayoutsOf } from '../src/payouts/send-payouts.ts';
import { settleAttempts as settleAttemptsOf } from '../src/payouts/settle-attempts.ts';
import type { SignerCtx } from '../src/payouts/signer.ts';
import { watchFailed as watchFailedOf } from '../src/payouts/watch-failed.ts';
import { watchSettled as watchSettledOf } from '../src/payouts/watch-settled.ts';

type NetworkJob<C extends Ctx> = (ctx: C, network: NetworkCode, stopped?: AbortSignal) => Promise<boolean>;

/** Runs a job of one network for all networks of the role at once, as its poll loops do. @throws the first error, after all have ended */
function onAllNetworks<C extends Ctx>(job: NetworkJob<C>): (ctx: C, stopped?: AbortSignal) => Promise<void> {
  return async (ctx, stopped) => {
    const outcomes = await Promise.allSettled([...ctx.rails.keys()].map((network) => job(ctx, network, stopped)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  };
}

/** Runs a job of one payout provider for all of them at once, as the signer's poll loops do. */
function onAllProviders(job: (ctx: SignerCtx, key: ProviderKey, stopped?: AbortSignal) => Promise<boolean>) {
  return onAllNetworks<SignerCtx>(async (ctx, network, stopped) => {
    const outcomes = await Promise.allSettled(providersOf(ctx, network).map(({ key }) => job(ctx, key, stopped)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return false;
  });
}

/** Reads the payments of a network once that other roles have journalled. */
export async function readFirstHand(ctx: Ctx, network: NetworkCode): Promise<false> {
  await Promise.all(createFirstHandReaders(ctx, network).map((reader) => reader.run()));
  return false;
}
const confirm = onAllNetworks(readFirstHand);
const send = onAllNetworks(sendPayoutsOf);

export const answerLookups = onAllNetworks(answerLookupsOf);
/** Confirms payments, then makes the due payouts. */
export async function sendPayouts(ctx: SignerCtx, stopped?: AbortSignal): Promise<void> {
  await confirm(ctx);
  await send(ctx, stopped);
}
export const settleAttempts = onAllProviders(settleAttemptsOf);
export const watchFailed = onAllProviders(watchFailedOf);
export const watchSettled = onAllProviders(watchSettledOf);
