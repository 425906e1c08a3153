import type { NetworkCode } from '@quydoi/domain/networks';
import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import type { PayoutCapability } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail-error';
import { describeRailError } from '../describe-rail-error.ts';
import { isSendingAllowed, isSwitchedOn } from '../market/abilities.ts';
import { isUntraded } from '../market/is-untraded.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import { callProvider, isReachable } from './call-provider.ts';
import type { SignerCtx } from './signer.ts';

/** Interval of looking whether a payout provider is well. */
export const PROVIDER_POLL_MS = 15_000;
/** A provider that has not answered for this long is asked for its balances, which moves no money. */
const QUIET_MS = 60_000;
/** Interval of looking whether a network can pay as priced. */
export const SUSPENSION_POLL_MS = 300_000;

/**
 * Suspends a network whose payout provider has failed for minutes, and resumes it once the provider answers. A provider that nothing else calls is
 * asked, so that customers do not pay for what cannot be delivered.
 */
export async function watchProvider(ctx: SignerCtx, network: NetworkCode): Promise<false> {
  const payouts = ctx.rails.get(network)?.payouts;
  if (!payouts || (await isUntraded(ctx, network))) return false;
  const { health } = ctx.breakers(network);
  if (isSendingAllowed(await ctx.settings(), network) && (await isReachable(ctx, network)) && !health.hasAnsweredWithin(QUIET_MS)) {
    await ask(ctx, network, payouts);
  }
  const key: SuspensionKey = { network, cause: 'unreachable', direction: 'out', subject: 'payouts' };
  const state = health.state();
  if (state === 'failing') await suspendNetwork(ctx, key, `the payout provider has not answered usably for minutes: ${health.lastFailure()}`);
  if (state === 'well') await resumeNetwork(ctx, key);
  return false;
}

async function ask(ctx: SignerCtx, network: NetworkCode, payouts: PayoutCapability): Promise<void> {
  try {
    await callProvider(ctx, network, () => payouts.balances(ctx.clock.now()));
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, network, error.trouble, 'balances not read', { reason: describeRailError(error) });
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
