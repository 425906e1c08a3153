import { addPrices, readPriceHistory, type StoredPrice } from '@quydoi/database/repositories/prices';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { formatDecimal } from '@quydoi/domain/money';
import type { ReferencePrices } from '@quydoi/domain/price/automatic-rate';
import { HISTORY_MS, judgePrice, type PriceReading, type PriceVerdict, type SourcePrice } from '@quydoi/domain/price/judge-price';
import { RATE_SCALE } from '@quydoi/domain/price/rate';
import { REFERENCE_CODES, type ReferenceCode } from '@quydoi/domain/price/references';
import { followMarket } from './follow-market.ts';
import { createPriceReader } from './read-prices.ts';
import type { SignerCtx } from './signer.ts';

/** Interval of looking at the market: every minute gets its reading, however long a look takes. Sources are asked at their own pace. */
export const PRICE_POLL_MS = MINUTE_MS / 3;

/** What is known of the market in a run: the verdict on each reference, and the prices that may be traded on. */
export interface Market {
  readonly verdicts: ReadonlyMap<ReferenceCode, PriceVerdict>;
  readonly prices: ReferencePrices;
}

/**
 * Watches the reference prices: reads the sources, judges and records what they tell, lets automatic rates follow, and closes the currencies whose
 * references cannot be trusted. The signer does so, because it believes no other role what a rate should be.
 */
export function createPriceWatch(ctx: SignerCtx): () => Promise<false> {
  const readSources = createPriceReader(ctx);
  let doubted: ReadonlySet<ReferenceCode> = new Set();
  return async () => {
    const told = await readSources(doubted);
    const now = ctx.clock.now();
    const history = await readPriceHistory(ctx.orm, REFERENCE_CODES, new Date(now.getTime() - HISTORY_MS));
    const verdicts = new Map(REFERENCE_CODES.map((code) => [code, judgePrice(code, told.get(code) ?? [], history.get(code) ?? [], now)]));
    doubted = new Set(REFERENCE_CODES.filter((code) => verdicts.get(code)?.state !== 'sane'));
    const records = recordsOf(verdicts, told, now).filter(({ reference, at }) => !isRecorded(history.get(reference), at));
    if (records.length > 0) await addPrices(ctx.orm, records);
    await followMarket(ctx, { verdicts, prices: pricesOf(verdicts) });
    return false;
  };
}

function recordsOf(verdicts: Market['verdicts'], told: ReadonlyMap<ReferenceCode, readonly SourcePrice[]>, now: Date): readonly StoredPrice[] {
  const at = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  return [...verdicts].flatMap(([reference, { state, price }]) => {
    const sources = Object.fromEntries((told.get(reference) ?? []).map((one) => [one.source, formatDecimal(one.price, RATE_SCALE)]));
    return price === null ? [] : [{ reference, at, price, accepted: state === 'sane', sources }];
  });
}

/** Whether a reading of this minute is stored: the job also runs whenever a setting is made. */
function isRecorded(history: readonly PriceReading[] | undefined, at: Date): boolean {
  return history?.at(-1)?.at.getTime() === at.getTime();
}

function pricesOf(verdicts: Market['verdicts']): ReferencePrices {
  return Object.fromEntries([...verdicts].flatMap(([code, { state, price }]) => (state === 'sane' && price !== null ? [[code, price]] : [])));
}
