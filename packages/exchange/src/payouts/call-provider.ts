import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError, type RailTrouble } from '@quydoi/rails/rail-error';
import { describeRailError } from '../describe-rail-error.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import type { SignerCtx } from './signer.ts';

/** Troubles that tell of the request or of us: whoever answers so is well. */
const ANSWERS: readonly RailTrouble[] = ['refused', 'credentials', 'suspended', 'dear', 'short'];

/**
 * Calls a network's payout provider, and reports to its circuit breaker and health whether it could be reached.
 * @param unclear troubles of this call that may be the request's own, and tell nothing of the provider's health
 */
export async function callProvider<T>(
  ctx: SignerCtx,
  network: NetworkCode,
  call: () => Promise<T>,
  unclear: readonly RailTrouble[] = [],
): Promise<T> {
  const breaker = ctx.breakers(network);
  try {
    const answer = await call();
    breaker.health.succeeded();
    if (breaker.succeeded()) ctx.logger.info({ network }, 'payout provider can be reached again');
    return answer;
  } catch (error) {
    const trouble = error instanceof RailError ? error.trouble : 'unreachable';
    const isUnreachable = trouble === 'unreachable';
    if (ANSWERS.includes(trouble)) breaker.health.succeeded();
    else if (!unclear.includes(trouble)) breaker.health.failed(error instanceof RailError ? describeRailError(error) : 'the call failed');
    if (!isUnreachable) breaker.succeeded();
    else if (breaker.failed()) ctx.logger.warn({ network }, 'payout provider cannot be reached: calls pause');
    throw error;
  }
}

/**
 * Whether a network's payout provider may be called: false while its breaker is open. When a probe is due, reads the balance, which moves no money
 * and uses up no try of a payout.
 */
export async function isReachable(ctx: SignerCtx, network: NetworkCode): Promise<boolean> {
  const breaker = ctx.breakers(network);
  const payouts = ctx.rails.get(network)?.payouts;
  if (breaker.isClosed() || !payouts || !breaker.takeProbe()) return breaker.isClosed();
  try {
    await callProvider(ctx, network, () => payouts.balances(ctx.clock.now()));
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, network, error.trouble, 'probe of a payout provider failed', { reason: describeRailError(error) });
  }
  return breaker.isClosed();
}
