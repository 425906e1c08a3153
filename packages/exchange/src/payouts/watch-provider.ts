import type { NetworkCode } from '@quydoi/domain/networks';
import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import { RailError } from '@quydoi/rails/rail-error';
import { describeRailError } from '../describe-rail-error.ts';
import { isSendingAllowed, isSwitchedOn } from '../market/abilities.ts';
import { isUntraded } from '../market/is-untraded.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import { callProvider, isProviderReachable } from './call-provider.ts';
import { isSilent, onPayoutTrouble, silenceOf } from './payout-trouble.ts';
import { type Provider, providersOf } from './providers.ts';
import type { SignerCtx } from './signer.ts';
import { watchRefusals } from './watch-refusals.ts';

/** Interval of looking whether a payout provider is well. */
export const PROVIDER_POLL_MS = 15_000;
/** A provider that has not answered for this long is asked for its balances, which moves no money. */
const QUIET_MS = 60_000;
/** Interval of looking whether a network can pay as priced. */
export const SUSPENSION_POLL_MS = 300_000;

/**
 * Suspends a network whose payout providers have all failed for minutes, and resumes it once one answers. One of several that fails for minutes, or
 * refuses our credentials, is silent: an alarm that closes nothing, while the payouts go to the others. A provider that nothing else calls is asked, so
 * that customers do not pay for what cannot be delivered.
 */
export async function watchProvider(ctx: SignerCtx, network: NetworkCode): Promise<false> {
  const providers = providersOf(ctx, network);
  if (providers.length === 0 || (await isUntraded(ctx, network))) return false;
  const states = await Promise.all(providers.map((provider) => watch(ctx, provider, providers.length > 1)));
  const key: SuspensionKey = { network, cause: 'unreachable', direction: 'out', subject: 'payouts' };
  if (states.every((state) => state === 'failing')) await suspendNetwork(ctx, key, reasonOf(ctx, providers));
  if (states.includes('well')) await resumeNetwork(ctx, key);
  await watchRefusals(ctx, network);
  return false;
}

function reasonOf(ctx: SignerCtx, providers: readonly Provider[]): string {
  const failures = providers.map(({ key, name }) => {
    const failure = ctx.breakers(key).health.lastFailure() ?? 'it refuses our credentials';
    return providers.length === 1 ? failure : `${name ?? key}: ${failure}`;
  });
  return `the payout provider has not answered usably for minutes: ${failures.join('; ')}`;
}

/** Health of a provider, which is asked if nothing else has called it for long; and one of several that was silent is asked each time. */
async function watch(ctx: SignerCtx, provider: Provider, isOneOfSeveral: boolean): Promise<'well' | 'failing' | null> {
  const { network, key } = provider;
  const { health } = ctx.breakers(key);
  const settings = await ctx.settings();
  const wasSilent = isOneOfSeveral && isSilent(settings, provider);
  const isDue = wasSilent || !health.hasAnsweredWithin(QUIET_MS);
  const isWell = isSendingAllowed(settings, network) && (await isProviderReachable(ctx, provider)) && isDue ? await ask(ctx, provider) : null;
  if (wasSilent) {
    if (isWell === true) await resumeNetwork(ctx, silenceOf(provider));
    // A provider that refuses our credentials answers, and is not well.
    return isWell === true ? 'well' : 'failing';
  }
  if (isOneOfSeveral && health.state() === 'failing') await suspendNetwork(ctx, silenceOf(provider), health.lastFailure() ?? 'its calls fail');
  return isOneOfSeveral && isWell === false ? (health.state() === 'failing' ? 'failing' : null) : health.state();
}

/** Asks a provider for its balances. @returns whether it told them */
async function ask(ctx: SignerCtx, provider: Provider): Promise<boolean> {
  try {
    await callProvider(ctx, provider.key, () => provider.payouts.balances(ctx.clock.now()));
    return true;
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onPayoutTrouble(ctx, provider, error.trouble, 'balances not read', { reason: describeRailError(error) });
    return false;
  }
}

/** Suspends a network that cannot pay as priced, such as one whose token is paused, before customers order and pay; resumes it once it can. */
export async function watchSuspension(ctx: SignerCtx, network: NetworkCode): Promise<false> {
  const payouts = ctx.rails.get(network)?.payouts;
  if (payouts?.kind !== 'signed' || !payouts.suspension) return false;
  if (!isSwitchedOn(await ctx.settings(), network) || (await isUntraded(ctx, network))) return false;
  const read = payouts.suspension;
  try {
    const reason = await callProvider(ctx, network, () => read(ctx.clock.now()));
    if (reason !== null) await onRailTrouble(ctx, network, 'suspended', reason);
    else await resumeNetwork(ctx, { network, cause: 'unpayable', direction: 'out', subject: '' });
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, network, error.trouble, 'suspension not read', { reason: describeRailError(error) });
  }
  return false;
}
