import type { PriceReading } from '@quydoi/domain/price/judge-price';
import type { ReferenceCode } from '@quydoi/domain/price/references';
import { PriceEntity } from '../entities/site.ts';
import { runPrepared, withMoneyTx } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { insertRows } from '../write-rows.ts';

/** A reading of a reference price, as it is stored. */
export interface StoredPrice extends PriceReading {
  readonly reference: ReferenceCode;
  /** What each source told: decimal text by its name. */
  readonly sources: Readonly<Record<string, string>>;
}

/** The readings since a time, and before them the last accepted one of each reference. */
const HISTORY = `
  select reference, at, price, accepted from price where at >= $2
  union all
  select last.reference, last.at, last.price, last.accepted from unnest($1::text[]) as r(reference) cross join lateral (
    select reference, at, price, accepted from price where reference = r.reference and at < $2 and accepted order by at desc limit 1
  ) last
  order by at`;

interface HistoryRow {
  readonly reference: ReferenceCode;
  readonly at: string | Date;
  readonly price: string;
  readonly accepted: boolean;
}

/** Readings of reference prices since a time, each reference's last accepted one before included, oldest first. */
export async function readPriceHistory(orm: Orm, references: readonly ReferenceCode[], since: Date): Promise<Map<ReferenceCode, PriceReading[]>> {
  const rows = await runPrepared<HistoryRow>(orm, 'price history', HISTORY, [references, since]);
  return new Map(references.map((code) => [code, rows.filter(({ reference }) => reference === code).map(readingOf)]));
}

/** Stores readings. A minute keeps its first one. */
export async function addPrices(orm: Orm, prices: readonly StoredPrice[]): Promise<void> {
  await withMoneyTx(orm, (tx) => insertRows(tx, PriceEntity, prices, '(reference, at) do nothing'));
}

const CHART = `
  select distinct on (step) p.at, p.price, usd.price as usd, extract(epoch from p.at)::bigint / $3 as step
  from price p join price usd on usd.reference = 'usd' and usd.at = p.at and usd.accepted
  where p.reference = $1 and p.accepted and p.at >= $2 order by step, p.at`;

/** An accepted reference price, with dong for a dollar at that time; both at rate scale. */
export interface ChartPoint {
  readonly at: Date;
  readonly price: bigint;
  readonly usd: bigint;
}

/** Accepted readings of a reference since a time, the first one of each `stepSeconds`, oldest first. */
export async function readPriceChart(orm: Orm, reference: ReferenceCode, since: Date, stepSeconds: number): Promise<ChartPoint[]> {
  const rows = await runPrepared<{ at: string | Date; price: string; usd: string }>(orm, 'price chart', CHART, [reference, since, stepSeconds]);
  return rows.map(({ at, price, usd }) => ({ at: new Date(at), price: BigInt(price), usd: BigInt(usd) }));
}

const THIN = `
  delete from price p where at < $1 and exists (
    select 1 from price q where q.reference = p.reference and q.at >= date_trunc('hour', p.at) and q.at < date_trunc('hour', p.at) + interval '1 hour'
      and (q.accepted and not p.accepted or q.accepted = p.accepted and q.at < p.at)
  )`;

/** Deletes the readings before a time but the first accepted one of each hour. */
export async function thinPrices(orm: Orm, before: Date): Promise<void> {
  await runPrepared(orm, 'thin prices', THIN, [before]);
}

function readingOf({ at, price, accepted }: HistoryRow): PriceReading {
  return { at: new Date(at), price: BigInt(price), accepted };
}
