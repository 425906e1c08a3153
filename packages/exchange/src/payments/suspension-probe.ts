import type { NetworkCode } from '@quydoi/domain/networks';
import type { Ctx } from '../context.ts';

/** Pause between probes of one suspension. */
const PROBE_MS = 20_000;

/**
 * Creates the check whether a suspension of payments into a network is to be probed by a reading. Nobody pays while the network is suspended, so that
 * nothing else causes the reading that would end the suspension.
 * @param subject the suspension's subject
 * @returns whether to read now; true at most once per pause
 */
export function createSuspensionProbe(ctx: Ctx, network: NetworkCode, subject: string): () => Promise<boolean> {
  let probedAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = ctx.clock.now().getTime();
    if (nowMs - probedAtMs < PROBE_MS) return false;
    const { suspensions } = await ctx.settings();
    if (!suspensions.some((one) => one.network === network && one.direction === 'in' && one.subject === subject)) return false;
    probedAtMs = nowMs;
    return true;
  };
}
