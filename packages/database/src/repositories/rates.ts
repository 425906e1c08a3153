import type { CurrencyCode } from '@quydoi/domain/currencies';
import { InvariantError } from '@quydoi/domain/invariant';
import type { RateSettings, SettingKind, Settings } from '@quydoi/domain/settings';
import { SettingEntity } from '../entities/site.ts';
import { ConflictError, runPrepared, withMoneyTx } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { parseSettingValue } from '../setting-values.ts';
import { insertRows } from '../write-rows.ts';
import { type AuditRecord, writeAudit } from './audit.ts';
import { type SettingRow, versionsOf } from './setting-rows.ts';
import type { NewSetting } from './settings.ts';

const RATE_VERSION = 'select kind, key, value from setting where version = $1';
/** Each rate as it was in force at a time: the newest version until then. */
const RATES_AT = `select k.kind, k.key, s.value, s.version from unnest($1::text[], $2::text[]) as k(kind, key)
  cross join lateral (select value, version from setting where kind = k.kind and key = k.key and at <= $3 order by version desc limit 1) s`;
const SET_AT = 'select at from setting where version = $1';
/*
 * A currency that is closed for its price, and not opened again before the next version, ends the rate when it is closed. The newest row of each role's
 * suspension tells which it was.
 */
const ENDED_AT = `
  with next as (select version, at from setting where kind = $1 and key = $2 and version > $3 order by version limit 1),
  closed as (
    select distinct on (key) value ->> 'suspended' as suspended, at from setting
    where kind = 'suspension' and version > $3 and version < all (select version from next)
      and value ->> 'cause' = 'price' and value ->> 'subject' = any ($4) order by key, version desc
  )
  select least((select at from next), (select min(at) from closed where suspended = 'true')) as at`;
const RATES_SINCE = `select version, value from setting where kind = $1 and key = $2
  and version >= coalesce((select max(version) from setting where kind = $1 and key = $2 and at <= $3), 0) order by version`;

/** Largest version: the column is `integer`, while callers may ask for any number. */
const VERSION_MAX = 2 ** 31 - 1;

/** A rate or pair in a given version, for example that of an order; null when there is none that can be read. */
export async function readRateVersion(orm: Orm, version: number): Promise<{ kind: SettingKind; key: string; value: RateSettings } | null> {
  if (version < 1 || version > VERSION_MAX) return null;
  const [row] = await runPrepared<{ kind: SettingKind; key: string; value: unknown }>(orm, 'rate version', RATE_VERSION, [version]);
  if (row?.kind !== 'buy' && row?.kind !== 'sell' && row?.kind !== 'pair') return null;
  const value = parseSettingValue(row.kind, row.key, row.value);
  return value && { ...row, value };
}

/** A rate by its kind and currency. */
interface RateName {
  readonly kind: 'buy' | 'sell';
  readonly key: string;
}

/** A rate at a moment. */
interface RateAt extends RateName {
  readonly value: string;
  readonly version: number;
}

/** Values that rates had at a moment. Rates that did not exist then, or cannot be read, are absent. */
export async function readRatesAt(orm: Orm, rates: readonly RateName[], at: Date): Promise<RateAt[]> {
  const names = [rates.map(({ kind }) => kind), rates.map(({ key }) => key)];
  const rows = await runPrepared<RateName & { value: unknown; version: number }>(orm, 'rates at', RATES_AT, [...names, at]);
  return rows.flatMap(({ kind, key, value, version }) => {
    const rate = parseSettingValue(kind, key, value);
    return rate === null ? [] : [{ kind, key, value: rate.value, version }];
  });
}

/** When a version of a rate was set. @throws InvariantError when there is none */
export async function readSetAt(orm: Orm, version: number): Promise<Date> {
  const [row] = await runPrepared<{ at: string | Date }>(orm, 'rate set at', SET_AT, [version]);
  if (!row) throw new InvariantError(`setting version ${version} is missing`);
  return new Date(row.at);
}

/** A trade's rate: the key of its setting, and the currencies that it is between. */
export interface RateOfTrade {
  readonly kind: 'buy' | 'sell' | 'pair';
  readonly key: string;
  /** A trade is closed with either of them. */
  readonly codes: readonly CurrencyCode[];
}

/**
 * When a version of a rate ended: when the next one replaced it, or already when one of its currencies was closed for its price, if the trade was not
 * opened again at that version. Null while it is in force.
 */
export async function readRateEnd(orm: Orm, { kind, key, codes }: RateOfTrade, version: number): Promise<Date | null> {
  const [row] = await runPrepared<{ at: string | Date | null }>(orm, 'rate ended at', ENDED_AT, [kind, key, version, codes]);
  return row?.at ? new Date(row.at) : null;
}

/** Versions of a rate that were in force (`readRateEnd`) at any time since a moment, oldest first, without those that cannot be read. */
export async function readRatesSince(orm: Orm, rate: RateOfTrade, since: Date): Promise<RateSettings[]> {
  const { kind, key } = rate;
  const rows = await runPrepared<{ version: number; value: unknown }>(orm, 'rates since', RATES_SINCE, [kind, key, since]);
  const [first] = rows;
  const end = first ? await readRateEnd(orm, rate, first.version) : null;
  const inForce = end !== null && end < since ? rows.slice(1) : rows;
  return inForce.flatMap(({ value }) => parseSettingValue(kind, key, value) ?? []);
}

/** Author of the fees that follow a network's cost. */
export const SIGNER_LOGIN = 'quydoi_signer';

const ratesBefore = (condition: string) => `select distinct on (kind, key) kind, key, value, version, author, at from setting
  where kind in ('buy', 'sell', 'pair') and ${condition} and not (author = $1 and at > $2) order by kind, key, version desc`;
const SET_BEFORE = ratesBefore(`author <> '${SIGNER_LOGIN}'`);
const IN_FORCE_BEFORE = ratesBefore('true');

/** Rates that an operator's changes are measured against, of each the newest version that is older than a time or another's: small changes in a row add up. */
export interface RatesBefore {
  /** As operators set them. */
  readonly set: Pick<Settings, 'buy' | 'sell' | 'pairs'>;
  /** As they were in force: with values that follow the market. */
  readonly inForce: Pick<Settings, 'buy' | 'sell' | 'pairs'>;
}

/** Reads the rates that an operator's changes since a time are measured against. */
export async function readRatesBefore(orm: Orm, operator: string, since: Date): Promise<RatesBefore> {
  const read = async (name: string, query: string) => {
    const rows = await runPrepared<SettingRow>(orm, name, query, [operator, since]);
    return { buy: versionsOf(rows, 'buy'), sell: versionsOf(rows, 'sell'), pairs: versionsOf(rows, 'pair') };
  };
  return { set: await read('rates set before', SET_BEFORE), inForce: await read('rates in force before', IN_FORCE_BEFORE) };
}

/** Settings that were decided together, from the settings of version `seen`. */
export interface NewRates {
  readonly seen: number;
  readonly settings: readonly NewSetting<'buy' | 'sell' | 'pair'>[];
}

const NEWEST_VERSION = 'select coalesce(max(version), 0) as version from setting';

/**
 * Adds versions of rates that depend on each other, all or none, one such call after another.
 * @param audit the call of an operator verb that sets them, recorded in the same transaction
 * @throws ConflictError when any setting is newer than those the rates were decided from
 */
export async function addRates(orm: Orm, { seen, settings }: NewRates, audit?: AuditRecord): Promise<void> {
  await withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, null);
    await tx.run('lock rates', `select pg_advisory_xact_lock(hashtextextended('rates', 7))`, []);
    const { rows } = await tx.run<{ version: number }>('newest setting', NEWEST_VERSION, []);
    if (rows[0]?.version !== seen) throw new ConflictError('setting_newest');
    await insertRows(tx, SettingEntity, settings);
  });
}
