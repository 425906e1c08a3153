import type { NetworkCode } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';
import { filterOwn } from './filter-own.ts';
import { polledSources } from './polled-sources.ts';
import { journalPayment } from './read-sources.ts';

/**
 * Asks the nodes of a network for a transaction by a payment's reference, and journals its final payments to our addresses as any others.
 * @returns these payments; null on networks that this role does not journal, or whose payments are not told by reference
 * @throws RailError when no node can tell
 */
export async function journalByReference(ctx: Ctx, network: NetworkCode, reference: string): Promise<readonly PaymentFact[] | null> {
  const blocks = polledSources(ctx).find((one) => one.network === network && one.source.kind === 'blocks');
  const firstHand = ctx.rails.get(network)?.firstHand;
  if (!blocks || firstHand?.by !== 'reference') return null;
  const now = ctx.clock.now();
  const found = await (firstHand.findAtAny ? firstHand.findAtAny(reference, now) : firstHand.find(reference, now));
  const facts = await filterOwn(ctx, blocks, { facts: found, cursor: null, more: false });
  for (const fact of facts) await journalPayment(ctx, fact, now);
  return facts;
}
