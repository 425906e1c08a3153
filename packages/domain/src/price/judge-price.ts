import { MINUTE_MS } from '../durations.ts';
import { formatDecimal, larger, smaller } from '../money.ts';
import { HUNDRED_PERCENT, parsePercent } from './fee.ts';
import { RATE_SCALE } from './rate.ts';
import { REFERENCES, type ReferenceCode } from './references.ts';

/** A price that jumped is accepted once it has held its level for this long. */
const HELD_MS = 10 * MINUTE_MS;
/** How far back the readings matter that a price is judged by. */
export const HISTORY_MS = HELD_MS;
/** Share of the minutes in which such a price has to have been read. */
const HELD_READINGS_MIN = 8;
/** Minutes without a reading for which a price may have moved on. */
const UNREAD_MINUTES_MAX = 10;

/** A source's price. */
export interface SourcePrice {
  readonly source: string;
  /** At rate scale. */
  readonly price: bigint;
  /** When the source published it. */
  readonly publishedAt: Date;
  readonly readAt: Date;
}

/** A median of sources as it was judged before. */
export interface PriceReading {
  /** At rate scale. */
  readonly price: bigint;
  readonly at: Date;
  readonly accepted: boolean;
}

/**
 * Verdict on a reference. `sane`: `price` may be traded on. `stale`: no source has told a price for too long. `apart`: sources contradict each other.
 * `jump`: the price moved further than its limit for a minute. `price` is at rate scale; null if stale.
 */
export interface PriceVerdict {
  readonly state: 'sane' | 'stale' | 'apart' | 'jump';
  readonly price: bigint | null;
  /** Reason in plain words, for operators; empty while sane. */
  readonly detail: string;
}

/**
 * Judges a reference price: the median of the sources that are fresh, if most of them are near it, and if it has not moved further from the reading
 * before than its limit for each minute between them. A price that jumped is accepted once it has held its level for ten minutes.
 * @param history earlier readings, oldest first; those of the last ten minutes and the last accepted one matter
 */
export function judgePrice(code: ReferenceCode, prices: readonly SourcePrice[], history: readonly PriceReading[], now: Date): PriceVerdict {
  const { apartPercentMax } = REFERENCES[code];
  const fresh = prices.filter((one) => isFresh(code, one, now)).map(({ price }) => price);
  const last = history.findLast(({ accepted }) => accepted);
  if (fresh.length === 0) {
    const since = last ? `since ${last.at.toISOString()}` : 'yet';
    return { state: 'stale', price: null, detail: `no source has told ${code} ${since}` };
  }
  const price = medianOf(fresh, last?.price ?? null);
  const near = fresh.filter((one) => isWithin(one, price, apartPercentMax));
  if (near.length * 2 <= fresh.length)
    return { state: 'apart', price, detail: `sources of ${code} contradict each other: ${fresh.map(textOf).join(', ')}` };
  if (!last || isReached(code, price, last, history.at(-1) ?? last, now) || hasHeld(code, price, history, now))
    return { state: 'sane', price, detail: '' };
  return { state: 'jump', price, detail: `${code} jumped from ${textOf(last.price)} to ${textOf(price)}` };
}

/**
 * The middle of the prices. Of an even number the one of the two in the middle that is nearer to the last accepted price, so that of two sources neither
 * moves the price alone; their mean, rounded down, where there is none.
 */
function medianOf(prices: readonly bigint[], last: bigint | null): bigint {
  const sorted = prices.toSorted((a, b) => Number(a - b));
  const [low = 0n, high = 0n] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (last === null) return (low + high) / 2n;
  if (last <= low) return low;
  return last >= high ? high : last;
}

function isFresh(code: ReferenceCode, { price, publishedAt, readAt }: SourcePrice, now: Date): boolean {
  const { ageMaxMs, publishedAgeMaxMs, publishedAheadMaxMs } = REFERENCES[code];
  const publishedAgeMs = now.getTime() - publishedAt.getTime();
  return price > 0n && now.getTime() - readAt.getTime() <= ageMaxMs && publishedAgeMs <= publishedAgeMaxMs && publishedAgeMs >= -publishedAheadMaxMs;
}

/** Whether a price can be reached from the last accepted one: by one limit, and by one for each further minute that nothing was read in. */
function isReached(code: ReferenceCode, price: bigint, accepted: PriceReading, latest: PriceReading, now: Date): boolean {
  const unread = Math.floor((now.getTime() - latest.at.getTime()) / MINUTE_MS);
  const minutes = Math.min(UNREAD_MINUTES_MAX, Math.max(1, unread));
  return isWithin(price, accepted.price, REFERENCES[code].movePercentMax, BigInt(minutes));
}

/** Whether the readings of the last ten minutes, nearly one a minute, are all near this price. */
function hasHeld(code: ReferenceCode, price: bigint, history: readonly PriceReading[], now: Date): boolean {
  const recent = history.filter(({ at }) => now.getTime() - at.getTime() <= HELD_MS);
  return recent.length >= HELD_READINGS_MIN && recent.every((reading) => isWithin(price, reading.price, REFERENCES[code].movePercentMax));
}

/** Whether a price is at most so many percent of the other away from it. */
function isWithin(price: bigint, from: bigint, percent: string, times = 1n): boolean {
  const apart = larger(price, from) - smaller(price, from);
  return apart * HUNDRED_PERCENT <= from * (parsePercent(percent) ?? 0n) * times;
}

function textOf(price: bigint): string {
  return formatDecimal(price, RATE_SCALE);
}
