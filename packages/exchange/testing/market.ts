import { parseRate } from '@quydoi/domain/price/rate';
import type { ReferenceCode } from '@quydoi/domain/price/references';
import type { PriceSource, PriceSourceName } from '@quydoi/rails/prices/price-source';
import { RailError } from '@quydoi/rails/rail-error';

/** A scripted source of reference prices. */
export interface ScriptedSource extends PriceSource {
  /** Prices as decimal text. One that is missing cannot be read. */
  readonly told: Map<ReferenceCode, string>;
  /** When the source says that it published its prices; now if null. */
  publishedAt: Date | null;
}

/** Creates a source that tells these prices, as often as it is asked. */
export function createScriptedSource(code: PriceSourceName, told: Partial<Record<ReferenceCode, string>>): ScriptedSource {
  const prices = new Map(Object.entries(told) as [ReferenceCode, string][]);
  const source: ScriptedSource = {
    code,
    references: [...prices.keys()],
    pollMs: 0,
    told: prices,
    publishedAt: null,
    async read(reference, now) {
      const price = parseRate(prices.get(reference) ?? '');
      if (price === null) throw new RailError(code, 'unreachable', 'not-done', 'the source is away');
      return { price, publishedAt: source.publishedAt ?? now };
    },
  };
  return source;
}
