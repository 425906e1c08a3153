import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import type { Settings } from '@quydoi/domain/settings';
import type { RailTrouble } from '@quydoi/rails/rail-error';
import { onRailTrouble } from '../rail-trouble.ts';
import { suspendNetwork } from '../suspend-network.ts';
import { type Provider, providersOf } from './providers.ts';
import type { SignerCtx } from './signer.ts';

/**
 * Handles the trouble of a payout provider beyond the failed call, as `onRailTrouble` does. Where others make the same payouts, refused credentials close
 * nothing: the provider is silent, an alarm, and gets no new payouts until it answers again.
 */
export async function onPayoutTrouble(ctx: SignerCtx, provider: Provider, trouble: RailTrouble, what: string, fields: object = {}): Promise<void> {
  const { network, key, name } = provider;
  if (name === null || providersOf(ctx, network).length === 1) return await onRailTrouble(ctx, network, trouble, what, fields);
  ctx.logger.warn({ network, provider: key, trouble, ...fields }, what);
  if (trouble === 'credentials') await suspendNetwork(ctx, silenceOf(provider), `${what}: the provider refuses our credentials`);
}

/** The suspension of one of several payout providers, which closes nothing. */
export function silenceOf({ network, key, name }: Provider): SuspensionKey {
  return { network, cause: 'silent', direction: 'out', subject: name ?? key };
}

/** Whether a payout provider is silent: it has not answered for minutes, or refuses our credentials, while others make the same payouts. */
export function isSilent({ suspensions }: Pick<Settings, 'suspensions'>, provider: Provider): boolean {
  const { network, subject } = silenceOf(provider);
  return suspensions.some((one) => one.network === network && one.cause === 'silent' && one.direction === 'out' && one.subject === subject);
}
