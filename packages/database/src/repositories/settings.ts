import { defaultSettings, type SettingDraft } from '@quydoi/domain/defaults';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Suspension } from '@quydoi/domain/operations/suspension';
import type { RailSettings, SettingKind, SettingKinds, Settings, SuspensionSettings } from '@quydoi/domain/settings';
import { sql } from 'kysely';
import { SettingEntity } from '../entities/site.ts';
import { runPrepared, withMoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { parseSettingValue } from '../setting-values.ts';
import { insertRows } from '../write-rows.ts';
import { type AuditRecord, writeAudit } from './audit.ts';
import { onlyValueOf, type SettingRow, sortByOrder, valuesOf, versionsOf } from './setting-rows.ts';

const COLLECTION_ACCOUNTS = `select value ->> 'bank' as bank, value ->> 'accountNumber' as "accountNumber" from setting
  where kind = 'collection' group by 1, 2 order by min(version)`;
const IN_FORCE = `select kind, key, value, version, author, at from setting where kind = $1 and key = $2 and at <= $4
  and version >= coalesce((select max(version) from setting where kind = $1 and key = $2 and at <= $3), 0) order by version`;
/** Switch of a network whose newest setting cannot be read: off. */
const UNREADABLE_RAIL: RailSettings = { on: false, note: 'unreadable setting' };

/**
 * All current settings: the newest version of each kind and key. One that cannot be read never falls back on an older one: a rail is then off, a
 * suspension goes on, and a currency, rate or bank is absent.
 * @throws InvariantError when the settings of the site, the collection account or second operators cannot be read
 */
export async function readSettings(orm: Orm): Promise<Settings> {
  const { rows } = await sql<SettingRow>`select kind, key, value, version, author, at from settings_until(2147483647)`.execute(dbOf(orm));
  const site = onlyValueOf(rows, 'site');
  const currencies = sortByOrder(valuesOf(rows, 'currency'));
  return {
    site,
    currencies,
    buy: versionsOf(rows, 'buy'),
    sell: versionsOf(rows, 'sell'),
    pairs: versionsOf(rows, 'pair'),
    banks: sortByOrder(valuesOf(rows, 'bank')),
    rails: valuesOf(rows, 'rail', UNREADABLE_RAIL),
    suspensions: rows.flatMap(suspensionOf),
    collection: onlyValueOf(rows, 'collection'),
    secondOperator: onlyValueOf(rows, 'secondOperator'),
    payoutCaps: valuesOf(rows, 'payout-cap'),
    ipBlocks: valuesOf(rows, 'ip-block'),
    coupons: versionsOf(rows, 'coupon'),
    version: rows.reduce((newest, row) => Math.max(newest, row.version), 0),
  };
}

/**
 * A rate or bank as it was at any time of a period, oldest first, as `readSettings` would have told it: empty where it cannot be read, or where there
 * was none until the end of the period.
 */
export async function readFeeSettings(
  orm: Orm,
  { kind, key }: { readonly kind: 'buy' | 'bank'; readonly key: string },
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<Pick<Settings, 'buy' | 'banks'>[]> {
  const rows = await runPrepared<SettingRow>(orm, 'fee settings', IN_FORCE, [kind, key, from, until]);
  return (rows.length === 0 ? [[]] : rows.map((row) => [row])).map((told) => ({
    buy: versionsOf(told, 'buy'),
    banks: valuesOf(told, 'bank'),
  }));
}

/** Every account that customers were ever told to pay into, in the order in which they were told. */
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

/** A new version of a setting. */
export interface NewSetting<K extends SettingKind> {
  readonly kind: K;
  readonly key: SettingKinds[K]['key'];
  readonly value: SettingKinds[K]['value'];
  readonly author: string;
  readonly at: Date;
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
