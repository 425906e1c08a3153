import { isPaymentAwaited, isPaymentUnconfirmed } from '@quydoi/database/repositories/awaited';
import type { Ctx } from '../context.ts';
import { type PolledNetworkSource, readSource } from './read-sources.ts';

/**
 * Creates the job that reads a source at its pace, for a loop that polls every `pollMs`: each time while something is awaited, and otherwise once in
 * `idlePollMs`, so that a provider's quota lasts for the day.
 * @returns the job; it returns whether more pages are ready now
 */
export function createSourceReader(ctx: Ctx, held: PolledNetworkSource): () => Promise<boolean> {
  const { pollMs, idlePollMs = pollMs } = held.source;
  let idleUntilMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = ctx.clock.now().getTime();
    const idleMs = idleUntilMs - nowMs;
    // Longer than the whole pause: the clock was set back.
    const isIdle = idlePollMs > pollMs && idleMs > 0 && idleMs <= idlePollMs;
    if (isIdle && !(await isAwaited(ctx, held))) return false;
    const more = await readSource(ctx, held);
    idleUntilMs = more ? Number.NEGATIVE_INFINITY : nowMs + idlePollMs;
    return more;
  };
}

/**
 * Whether a source has to be read at once. Payments to open orders show in the newest blocks first, where a network has a source of them; the
 * irreversible ones are awaited when there is a payment to confirm.
 */
async function isAwaited(ctx: Ctx, { network, source: { kind } }: PolledNetworkSource): Promise<boolean> {
  const hasHead = ctx.rails.get(network)?.sources?.some((source) => source.kind === 'head') ?? false;
  if (kind === 'blocks' && hasHead) return isPaymentUnconfirmed(ctx.orm, network);
  return isPaymentAwaited(ctx.orm, network, ctx.clock.now());
}
