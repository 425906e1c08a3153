import { isPaymentAwaited, isPaymentUnconfirmed } from '@quydoi/database/repositories/awaited';
import type { Ctx } from '../context.ts';
import { isUntraded } from '../market/is-untraded.ts';
import { type PolledNetworkSource, polledSources } from './polled-sources.ts';
import { readSource } from './read-sources.ts';

/**
 * Creates the job that reads a source at its pace, for a loop that polls every `pollMs`: each time while something is awaited, and otherwise once in
 * `idlePollMs`, so that a provider's quota lasts for the day; never while nobody can have paid there.
 * @returns the job; it returns whether more pages are ready now
 */
export function createSourceReader(ctx: Ctx, held: PolledNetworkSource): () => Promise<boolean> {
  const { pollMs, idlePollMs = pollMs } = held.source;
  let idleUntilMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (await isUntraded(ctx, held.network)) return false;
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
  const hasHead = polledSources(ctx).some((one) => one.network === network && one.source.kind === 'head');
  if (kind === 'blocks' && hasHead) return isPaymentUnconfirmed(ctx.orm, network);
  return isPaymentAwaited(ctx.orm, network, ctx.clock.now());
}
