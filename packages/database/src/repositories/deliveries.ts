import type { CurrencyCode } from '@quydoi/domain/currencies';
import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** How orders of one currency were delivered lately, or the part of them that went to one bank. */
export interface DeliveryTimes {
  readonly currency: CurrencyCode;
  /** Bank of the recipients; null for all orders of the currency. */
  readonly bank: string | null;
  readonly lastAt: Date;
  /** Orders delivered since `lately`, and the median of their times from paid to delivered; null if there are none. */
  readonly count: number;
  readonly medianMs: number | null;
}

const DELIVERIES = `
  select to_currency, destination_bank, max(final_at) as last_at, count(*) filter (where final_at >= $2) as count,
    percentile_cont(0.5) within group (order by extract(epoch from final_at - paid_at) * 1000) filter (where final_at >= $2) as median_ms
  from orders where status = 'delivered' and final_at >= $1
  group by grouping sets ((to_currency), (to_currency, destination_bank)) having grouping(destination_bank) = 1 or destination_bank is not null
  order by to_currency, destination_bank nulls first`;

interface Row {
  readonly to_currency: CurrencyCode;
  readonly destination_bank: string | null;
  readonly last_at: string | Date;
  readonly count: string;
  readonly median_ms: string | number | null;
}

/** Orders delivered since a time, by currency and by the recipients' banks. @param lately since when orders count for count and median */
export async function readDeliveryTimes(orm: Orm, since: Date, lately: Date): Promise<DeliveryTimes[]> {
  const rows = await runPrepared<Row>(orm, 'delivery times', DELIVERIES, [since, lately]);
  return rows.map((row) => ({
    currency: row.to_currency,
    bank: row.destination_bank,
    lastAt: new Date(row.last_at),
    count: Number(row.count),
    medianMs: row.median_ms === null ? null : Number(row.median_ms),
  }));
}
