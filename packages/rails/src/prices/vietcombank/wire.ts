import { HOUR_MS } from '@quydoi/domain/durations';
import { z } from 'zod';

const HANOI_OFFSET_MS = 7 * HOUR_MS;

const published = z.object({
  UpdatedDate: z.iso.datetime({ offset: true, local: true }).transform(dateOf),
  Data: z.array(z.object({ currencyCode: z.string(), sell: z.string() })).min(1),
});

/**
 * Answer of `/api/exchangerates`: rates of a date, on days off those of the last working day. `UpdatedDate` is the end of that day, so on the day itself it is
 * in the future. Numbers are text such as `26,255.00`. Null for a date whose rates are not published.
 */
export const exchangeRates = z.union([z.object({ Data: z.tuple([]) }).transform(() => null), published]);

/** The date in Hà Nội, `YYYY-MM-DD`. */
export function dateInHanoi(now: Date): string {
  return new Date(now.getTime() + HANOI_OFFSET_MS).toISOString().slice(0, 10);
}

/** A time without an offset is Hà Nội's. */
function dateOf(text: string): Date {
  return new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}+07:00`);
}
