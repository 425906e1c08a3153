import type { NetworkCode } from '@quydoi/domain/networks';
import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import type { FirstHandReferences } from '@quydoi/rails/first-hand';
import { RailError, type RailTrouble } from '@quydoi/rails/rail-error';
import type { Ctx } from '../context.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { createProviderHealth } from '../provider-health.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import { storeFirstHand } from './store-first-hand.ts';
import { createSuspensionProbe } from './suspension-probe.ts';

/** References looked up concurrently. */
const CONCURRENCY = 4;
/** Bounds of the delay between look-ups of one reference; each that finds nothing doubles it. */
const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 60_000;
/** Troubles of a reference by itself. All others are of its node: further look-ups would meet them too. */
export const OWN_TROUBLES: readonly RailTrouble[] = ['malformed', 'refused', 'too-long'];

/** Look-ups of one reference that found nothing. */
interface Misses {
  readonly count: number;
  readonly retryAtMs: number;
}

/**
 * Creates the reader of payments by their references. Look-ups are isolated: one that fails or finds nothing is repeated at growing intervals and
 * delays no other; trouble of the node ends the run. Trouble for minutes suspends payments into the network, because orders paid there could not be
 * paid out; the next look-up that is answered resumes them.
 * @returns reads those of the given references that are due, and forgets the others
 */
export function createReferenceReader(
  ctx: Ctx,
  network: NetworkCode,
  { find, absent }: FirstHandReferences,
): (references: readonly string[]) => Promise<void> {
  const health = createProviderHealth(ctx.clock);
  const suspension: SuspensionKey = { network, cause: 'unreachable', direction: 'in', subject: 'first-hand look-ups' };
  const isProbeDue = createSuspensionProbe(ctx, network, suspension.subject);
  let misses = new Map<string, Misses>();

  function miss(reference: string): void {
    const count = (misses.get(reference)?.count ?? 0) + 1;
    const delayMs = Math.min(RETRY_MIN_MS * 2 ** (count - 1), RETRY_MAX_MS);
    misses.set(reference, { count, retryAtMs: ctx.clock.now().getTime() + delayMs });
  }

  return async (references) => {
    const nowMs = ctx.clock.now().getTime();
    const unread = [...new Set(references)];
    misses = new Map([...misses].filter(([reference]) => unread.includes(reference)));
    const due = unread.filter((reference) => (misses.get(reference)?.retryAtMs ?? 0) <= nowMs);
    // A payment that could not be looked up tells more than one that does not exist: some trouble concerns existing transactions alone.
    const [missed = absent] = misses.keys();
    const asked = due.length === 0 && (await isProbeDue()) ? [missed] : due;
    const ending = new AbortController();
    // One transaction may make hundreds of payments, and is told with all of them.
    const stored = new Set<string>();
    const read = async (reference: string) => {
      if (stored.has(reference)) return;
      const facts = await find(reference, ctx.clock.now());
      if (health.succeeded()) ctx.logger.info({ network }, 'payments can be confirmed again');
      await resumeNetwork(ctx, suspension);
      if (facts.length === 0) miss(reference);
      else await storeFirstHand(ctx, facts);
      for (const fact of facts) stored.add(fact.reference);
    };
    await forEachIsolated(ctx, asked, 'payment not confirmed', read, {
      concurrency: CONCURRENCY,
      stopped: ending.signal,
      fieldsOf: (reference) => ({ network, reference }),
      async onError(reference, error) {
        miss(reference);
        if (!(error instanceof RailError)) throw error;
        const reason = describeRailError(error, [reference]);
        await onRailTrouble(ctx, network, error.trouble, 'payment not confirmed', { reason });
        if (OWN_TROUBLES.includes(error.trouble)) return;
        ending.abort();
        health.failed(reason);
        if (health.state() === 'failing') await suspendNetwork(ctx, suspension, reason);
      },
    });
  };
}
