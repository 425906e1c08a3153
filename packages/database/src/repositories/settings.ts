import { BANKS } from '@quydoi/domain/bank/banks';
import { defaultSettings, type SettingDraft } from '@quydoi/domain/defaults';
import { InvariantError } from '@quydoi/domain/invariant';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Suspension } from '@quydoi/domain/operations/suspension';
import type { RailSettings, RateSettings, SettingKind, SettingKinds, Settings, SuspensionSettings, Versioned } from '@quydoi/domain/settings';
import { sql } from 'kysely';
import { SettingEntity } from '../entities/site.ts';
import { ConflictError, runPrepared, withMoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { parseSettingValue } from '../setting-values.ts';
import { insertRows } from '../write-rows.ts';
import { type AuditRecord, writeAudit } from './audit.ts';

interface SettingRow {
  readonly kind: SettingKind;
  readonly key: string;
  readonly value: unknown;
  readonly version: number;
  readonly author: string;
  readonly at: string | Date;
}

const RATE_VERSION = 'select kind, key, value from setting where version = $1';
const COLLECTION_ACCOUNTS = `select distinct value ->> 'bank' as bank, value ->> 'accountNumber' as "accountNumber" from setting where kind = 'collection'`;
/** Each rate as it was in force at a time: the newest version until then. */
const RATES_AT = `select k.kind, k.key, s.value from unnest($1::text[], $2::text[]) as k(kind, key)
  cross join lateral (select value from setting where kind = k.kind and key = k.key and at <= $3 order by version desc limit 1) s`;
const REPLACED_AT = 'select at from setting where kind = $1 and key = $2 and version > $3 order by version limit 1';
const RATES_SINCE = `select value from setting where kind = $1 and key = $2
  and version >= coalesce((select max(version) from setting where kind = $1 and key = $2 and at <= $3), 0) order by version`;

/** Largest version: the column is `integer`, while callers may ask for any number. */
const VERSION_MAX = 2 ** 31 - 1;

/** Switch of a network whose newest setting cannot be read: off. */
const UNREADABLE_RAIL: RailSettings = { on: false, note: 'unreadable setting' };

/**
 * All current settings: the newest version of each kind and key. One that cannot be read never falls back on an older one: a rail is then off, a
 * suspension goes on, and a currency, rate or bank is absent.
 * @throws InvariantError when the settings of the site, the collection account or second operators cannot be read
 */
export async function readSettings(orm: Orm): Promise<Settings> {
  const { rows } = await sql<SettingRow>`select distinct on (kind, key) kind, key, value, version, author, at
    from setting order by kind, key, version desc`.execute(dbOf(orm));
  const site = one(rows, 'site');
  const currencies = byOrder(mapOf(rows, 'currency'));
  return {
    site,
    currencies,
    buy: versionedMapOf(rows, 'buy'),
    sell: versionedMapOf(rows, 'sell'),
    pairs: versionedMapOf(rows, 'pair'),
    banks: byOrder(mapOf(rows, 'bank')),
    rails: mapOf(rows, 'rail', UNREADABLE_RAIL),
    suspensions: rows.flatMap(suspensionOf),
    collection: one(rows, 'collection'),
    secondOperator: one(rows, 'secondOperator'),
    payoutCaps: mapOf(rows, 'payout-cap'),
    version: rows.reduce((newest, row) => Math.max(newest, row.version), 0),
  };
}

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

/** Values that rates had at a moment. Rates that did not exist then, or cannot be read, are absent. */
export async function readRatesAt(orm: Orm, rates: readonly RateName[], at: Date): Promise<(RateName & { readonly value: string })[]> {
  const names = [rates.map(({ kind }) => kind), rates.map(({ key }) => key)];
  const rows = await runPrepared<RateName & { value: unknown }>(orm, 'rates at', RATES_AT, [...names, at]);
  return rows.flatMap(({ kind, key, value }) => {
    const rate = parseSettingValue(kind, key, value);
    return rate === null ? [] : [{ kind, key, value: rate.value }];
  });
}

/** Every account that customers were ever told to pay into. */
export async function readCollectionAccounts(orm: Orm): Promise<Pick<SettingKinds['collection']['value'], 'bank' | 'accountNumber'>[]> {
  return runPrepared(orm, 'collection accounts', COLLECTION_ACCOUNTS, []);
}

/** When each network was last switched on or off by operators. */
export async function readSwitchedAt(orm: Orm): Promise<Map<NetworkCode, Date>> {
  const rows = await dbOf(orm)
    .selectFrom('setting')
    .select(({ fn }) => ['key', fn.max('at').as('at')])
    .where('kind', '=', 'rail')
    .groupBy('key')
    .execute();
  return new Map(rows.map(({ key, at }) => [key as NetworkCode, new Date(at)]));
}

/** When a version of a setting was replaced by the next one of its kind and key; null while it is the newest. */
export async function readReplacedAt(orm: Orm, kind: SettingKind, key: string, version: number): Promise<Date | null> {
  const [row] = await runPrepared<{ at: string | Date }>(orm, 'rate replaced at', REPLACED_AT, [kind, key, version]);
  return row ? new Date(row.at) : null;
}

/** Versions of a rate that were in force at any time since a moment, oldest first, without those that cannot be read. */
export async function readRatesSince(orm: Orm, kind: 'buy' | 'sell' | 'pair', key: string, since: Date): Promise<RateSettings[]> {
  const rows = await runPrepared<{ value: unknown }>(orm, 'rates since', RATES_SINCE, [kind, key, since]);
  return rows.flatMap(({ value }) => parseSettingValue(kind, key, value) ?? []);
}

const RATES_BEFORE = `select distinct on (kind, key) kind, key, value, version, author, at from setting
  where kind in ('buy', 'sell', 'pair') and not (author = $1 and at > $2) order by kind, key, version desc`;

/**
 * Reads the rates that an operator's changes are measured against: of each rate the newest version that is either older than `since` or another's, so
 * that small changes in a row add up.
 */
export async function readRatesBefore(orm: Orm, operator: string, since: Date): Promise<Pick<Settings, 'buy' | 'sell' | 'pairs'>> {
  const rows = await runPrepared<SettingRow>(orm, 'rates before', RATES_BEFORE, [operator, since]);
  return { buy: versionedMapOf(rows, 'buy'), sell: versionedMapOf(rows, 'sell'), pairs: versionedMapOf(rows, 'pair') };
}

/** A new version of a setting. */
export interface NewSetting<K extends SettingKind> {
  readonly kind: K;
  readonly key: SettingKinds[K]['key'];
  readonly value: SettingKinds[K]['value'];
  readonly author: string;
  readonly at: Date;
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

/**
 * Adds a version of a setting.
 * @param audit the call of an operator verb that sets it, recorded in the same transaction
 */
export async function addSetting<K extends SettingKind>(orm: Orm, setting: NewSetting<K>, audit?: AuditRecord): Promise<void> {
  await withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, null);
    await insertRows(tx, SettingEntity, [setting]);
  });
}

/** Adds defaults of settings that have no version yet: all at the first start, later those of new codes. */
export async function seedSettings(orm: Orm, at: Date): Promise<void> {
  const stored = await dbOf(orm).selectFrom('setting').select(['kind', 'key']).distinct().execute();
  const known = new Set(stored.map((row) => `${row.kind} ${row.key}`));
  const missing: SettingDraft[] = defaultSettings().filter((draft) => !known.has(`${draft.kind} ${draft.key}`));
  const rows = missing.map((draft) => ({ ...draft, author: 'defaults', at }));
  await withMoneyTx(orm, (tx) => insertRows(tx, SettingEntity, rows));
}

function suspensionOf({ kind, key, value, author, at }: SettingRow): Suspension[] {
  if (kind !== 'suspension') return [];
  const read = parseSettingValue('suspension', key, value) ?? unreadableSuspension(key);
  if (!read?.suspended) return [];
  const { suspended: _, ...suspension } = read;
  return [{ ...suspension, role: author, since: new Date(at) }];
}

/** A suspension whose newest row cannot be read goes on; null when its key names none. */
function unreadableSuspension(key: string): SuspensionSettings | null {
  const [, network, cause, direction, ...subject] = key.split(' ');
  return parseSettingValue('suspension', key, {
    network,
    cause,
    direction,
    subject: subject.join(' '),
    suspended: true,
    detail: 'unreadable setting',
  });
}

function one<K extends SettingKind>(rows: readonly SettingRow[], kind: K): SettingKinds[K]['value'] {
  const row = rows.find((candidate) => candidate.kind === kind);
  if (!row) throw new InvariantError(`setting ${kind} is missing`);
  const value = parseSettingValue(kind, row.key, row.value);
  if (value === null) throw new InvariantError(`setting ${kind} of version ${row.version} cannot be read`);
  return value;
}

/** Values by key. @param unreadable stands for a value that cannot be read; such a value is absent by default */
function mapOf<K extends SettingKind>(
  rows: readonly SettingRow[],
  kind: K,
  unreadable: SettingKinds[K]['value'] | null = null,
): Map<SettingKinds[K]['key'], SettingKinds[K]['value']> {
  return new Map([...versionedMapOf(rows, kind, unreadable)].map(([key, { value }]) => [key, value]));
}

function versionedMapOf<K extends SettingKind>(
  rows: readonly SettingRow[],
  kind: K,
  unreadable: SettingKinds[K]['value'] | null = null,
): Map<SettingKinds[K]['key'], Versioned<SettingKinds[K]['value']>> {
  return new Map(
    rows
      .filter((row) => row.kind === kind)
      .flatMap(({ key, value, version }) => {
        const parsed = parseSettingValue(kind, key, value) ?? unreadable;
        return parsed === null ? [] : [[key, { value: parsed, version }] as const];
      }),
  );
}

/** Sorted by `orderBy`; equal ones keep the order of the bank list. */
function byOrder<K extends string, T extends { readonly orderBy: number }>(map: Map<K, T>): Map<K, T> {
  const place = new Map(BANKS.map((bank, index) => [bank.slug as string, index]));
  return new Map([...map].sort(([a, x], [b, y]) => x.orderBy - y.orderBy || (place.get(a) ?? 0) - (place.get(b) ?? 0)));
}
