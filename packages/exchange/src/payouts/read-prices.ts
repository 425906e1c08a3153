import { MINUTE_MS } from '@quydoi/domain/durations';
import type { SourcePrice } from '@quydoi/domain/price/judge-price';
import { REFERENCE_CODES, type ReferenceCode } from '@quydoi/domain/price/references';
import type { PriceSource } from '@quydoi/rails/prices/price-source';
import { RailError } from '@quydoi/rails/rail-error';
import { describeRailError } from '../describe-rail-error.ts';
import type { SignerCtx } from './signer.ts';

/** Intervals are kept up to this: a loop that wakes a little early asks all the same. */
const EARLY_MS = 5_000;

/**
 * Pause before a source that failed, or whose price is not believed, is asked again, if it may not be asked sooner anyway: short after a first failure,
 * which a restart alone may be.
 */
const RETRY_FIRST_MS = MINUTE_MS / 4;
const RETRY_MS = MINUTE_MS;

/**
 * Reads what the sources tell of each reference, each as often as it may be asked. One that fails keeps its last price, which grows old.
 * @param doubted references whose prices are not believed: one wrong answer must not close what follows them until the source is due again
 */
export type PriceReader = (doubted: ReadonlySet<ReferenceCode>) => Promise<ReadonlyMap<ReferenceCode, readonly SourcePrice[]>>;

/** Creates the reader of a process, which remembers what each source told last. */
export function createPriceReader(ctx: SignerCtx): PriceReader {
  const known = new Map<string, SourcePrice & { readonly reference: ReferenceCode }>();
  const nextAtMs = new Map<string, number>();
  const failing = new Set<string>();

  function isDue(key: string, isDoubted: boolean, nowMs: number): boolean {
    const readAtMs = known.get(key)?.readAt.getTime();
    return nowMs >= (nextAtMs.get(key) ?? 0) || (isDoubted && readAtMs !== undefined && !failing.has(key) && nowMs >= readAtMs + RETRY_MS - EARLY_MS);
  }

  async function read(source: PriceSource, reference: ReferenceCode, isDoubted: boolean): Promise<void> {
    const key = `${source.code} ${reference}`;
    const now = ctx.clock.now();
    if (!isDue(key, isDoubted, now.getTime())) return;
    nextAtMs.set(key, now.getTime() + source.pollMs - EARLY_MS);
    try {
      known.set(key, { ...(await source.read(reference, now)), reference, source: source.code, readAt: ctx.clock.now() });
      failing.delete(key);
    } catch (error) {
      if (!(error instanceof RailError)) throw error;
      const retryMs = failing.has(key) ? RETRY_MS : RETRY_FIRST_MS;
      failing.add(key);
      nextAtMs.set(key, now.getTime() + Math.min(source.pollMs, retryMs) - EARLY_MS);
      ctx.logger.warn({ source: source.code, reference, trouble: error.trouble, reason: describeRailError(error) }, 'price not read');
    }
  }

  return async (doubted) => {
    const reads = ctx.priceSources.flatMap((source) => source.references.map((reference) => read(source, reference, doubted.has(reference))));
    await Promise.all(reads);
    const prices = [...known.values()];
    return new Map(REFERENCE_CODES.map((code) => [code, prices.filter(({ reference }) => reference === code)]));
  };
}
