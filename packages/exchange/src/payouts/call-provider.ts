import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError, type RailTrouble } from '@quydoi/rails/rail-error';
import { describeRailError } from '../describe-rail-error.ts';
import { onPayoutTrouble } from './payout-trouble.ts';
import { type Provider, type ProviderKey, providersOf } from './providers.ts';
import type { SignerCtx } from './signer.ts';

/** Troubles that tell of the request or of us: whoever answers so is well. */
const ANSWERS: readonly RailTrouble[] = ['refused', 'credentials', 'suspended', 'dear', 'short'];

/**
 * Calls a payout provider, and reports to its circuit breaker and health whether it could be reached.
 * @param unclear troubles of this call that may be the request's own, and tell nothing of the provider's health
 */
export async function callProvider<T>(
  ctx: SignerCtx,
  provider: ProviderKey,
  call: () => Promise<T>,
  unclear: readonly RailTrouble[] = [],
): Promise<T> {
  const breaker = ctx.breakers(provider);
  try {
    const answer = await call();
    breaker.health.succeeded();
    if (breaker.succeeded()) ctx.logger.info({ provider }, 'payout provider can be reached again');
    return answer;
  } catch (error) {
    const trouble = error instanceof RailError ? error.trouble : 'unreachable';
    const isUnreachable = trouble === 'unreachable';
    if (ANSWERS.includes(trouble)) breaker.health.succeeded();
    else if (!unclear.includes(trouble)) breaker.health.failed(error instanceof RailError ? describeRailError(error) : 'the call failed');
    if (!isUnreachable) breaker.succeeded();
    else if (breaker.failed()) ctx.logger.warn({ provider }, 'payout provider cannot be reached: calls pause');
    throw error;
  }
}

/**
 * Whether a payout provider may be called: false while its breaker is open. When a probe is due, reads the balance, which moves no money and uses up no
 * try of a payout.
 */
export async function isProviderReachable(ctx: SignerCtx, provider: Provider): Promise<boolean> {
  const breaker = ctx.breakers(provider.key);
  if (breaker.isClosed() || !breaker.takeProbe()) return breaker.isClosed();
  try {
    await callProvider(ctx, provider.key, () => provider.payouts.balances(ctx.clock.now()));
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onPayoutTrouble(ctx, provider, error.trouble, 'probe of a payout provider failed', { reason: describeRailError(error) });
  }
  return breaker.isClosed();
}

/**
 * Whether any payout provider of a network may be called. While one is, the others are not waited for: their probes are left to the loops that settle
 * their attempts and watch their health.
 */
export async function isReachable(ctx: SignerCtx, network: NetworkCode): Promise<boolean> {
  const providers = providersOf(ctx, network);
  if (providers.length === 0) return ctx.breakers(network).isClosed();
  if (providers.some(({ key }) => ctx.breakers(key).isClosed())) return true;
  const reachable = await Promise.all(providers.map((provider) => isProviderReachable(ctx, provider)));
  return reachable.includes(true);
}

/** Whether every payout provider of a network may be called: what concerns all of its wallets has to wait for each. */
export async function areAllReachable(ctx: SignerCtx, network: NetworkCode): Promise<boolean> {
  const reachable = await Promise.all(providersOf(ctx, network).map((provider) => isProviderReachable(ctx, provider)));
  return !reachable.includes(false);
}
