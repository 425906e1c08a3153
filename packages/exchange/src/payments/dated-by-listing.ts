import { readFirstHandReadings } from '@quydoi/database/repositories/first-hand';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { PolledSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { isAuthentic } from '../first-hand-records.ts';

/** How long after its time a payment may be listed and still have been ours then: the provider's own delay, and the whole minute that it tells. */
const LISTING_LAG_MS = 5 * MINUTE_MS;

/**
 * Dates payments by when they became ours, where the provider lists one only once it is released, at the time that it was made: not before the list was
 * last read without it. The payer of a held payment may choose when it is released, and would choose the price with it.
 * @param readTo time up to which the list had been read before; null if it never was
 */
export async function datedByListing(ctx: Ctx, source: PolledSource, facts: readonly PaymentFact[], readTo: Date | null): Promise<PaymentFact[]> {
  const isEarly = ({ paidAt }: PaymentFact) => readTo !== null && paidAt.getTime() < readTo.getTime() - LISTING_LAG_MS;
  const early = source.kind === 'list' && source.listsHeldLate ? facts.filter(isEarly) : [];
  if (readTo === null || early.length === 0) return [...facts];
  const readings = (await readFirstHandReadings(ctx.orm, early)).filter((reading) => isAuthentic(ctx, reading));
  const knownAt = new Map(readings.map(({ sourceId, paidAt }) => [sourceId, paidAt]));
  return facts.map((fact) => (isEarly(fact) ? { ...fact, paidAt: knownAt.get(fact.sourceId) ?? readTo } : fact));
}
