import type { CurrencySettings, RateSettings, SecondOperatorSettings, Settings } from '@quydoi/domain/settings';
import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { parseSettingValue } from '../setting-values.ts';
import { SIGNER_LOGIN } from './rates.ts';

/** A version of a rate, with what it had to be measured by when it was set. */
export interface RateOrigin {
  readonly kind: 'buy' | 'sell' | 'pair';
  readonly key: string;
  readonly value: RateSettings;
  /** The signer wrote the version, which only follows what operators set. */
  readonly isFollowing: boolean;
  /** No version of the rate is older. */
  readonly isFirst: boolean;
  /** The version before; null where there is none that can be read. */
  readonly previous: RateSettings | null;
  /** The newest version before that operators set. */
  readonly operators: { readonly value: RateSettings; readonly version: number } | null;
  /** The newest of these that was another author's, or older than a day. */
  readonly others: { readonly value: RateSettings; readonly version: number; readonly at: Date } | null;
  /** The newest version before, the signer's included, that was another author's, or older than a day. */
  readonly inForce: RateSettings | null;
  /** Limits of the entered currency. */
  readonly currency: CurrencySettings | null;
  readonly secondOperator: SecondOperatorSettings | null;
}

const BEFORE = (condition: string, what = 'b.value') =>
  `(select ${what} from setting b where ${condition} and b.version < s.version order by b.version desc limit 1)`;
const SAME = 'b.kind = s.kind and b.key = s.key';
/** The signer sets fees alone, between the bounds of operators. */
const BY_OPERATORS = `${SAME} and b.author <> '${SIGNER_LOGIN}'`;
const VERSION = "jsonb_build_object('value', b.value, 'version', b.version, 'at', b.at)";
const RATE_ORIGIN = `
  select s.kind, s.key, s.value, s.author = '${SIGNER_LOGIN}' as is_following, ${BEFORE(SAME)} as previous,
    ${BEFORE(BY_OPERATORS, VERSION)} as operators,
    ${BEFORE(`${BY_OPERATORS} and not (b.author = s.author and b.at > s.at - interval '24 hours')`, VERSION)} as others,
    ${BEFORE(`${SAME} and not (b.author = s.author and b.at > s.at - interval '24 hours')`)} as in_force,
    ${BEFORE("b.kind = 'currency' and b.key = split_part(s.key, ':', 1)")} as currency,
    ${BEFORE("b.kind = 'secondOperator' and b.key = 'secondOperator'")} as second_operator
  from setting s where s.version = $1 and s.kind in ('buy', 'sell', 'pair')`;

interface VersionRow {
  readonly value: unknown;
  readonly version: number;
  readonly at: string;
}

interface OriginRow extends Pick<RateOrigin, 'kind' | 'key'> {
  readonly value: unknown;
  readonly is_following: boolean;
  readonly previous: unknown;
  readonly operators: VersionRow | null;
  readonly others: VersionRow | null;
  readonly in_force: unknown;
  readonly currency: unknown;
  readonly second_operator: unknown;
}

/** A version of a rate with what was in force before it; null when there is none that can be read. */
export async function readRateOrigin(orm: Orm, version: number): Promise<RateOrigin | null> {
  const [row] = await runPrepared<OriginRow>(orm, 'rate origin', RATE_ORIGIN, [version]);
  const value = row ? parseSettingValue(row.kind, row.key, row.value) : null;
  if (!row || !value) return null;
  const versionOf = (stored: VersionRow | null) => {
    const rate = stored && parseSettingValue(row.kind, row.key, stored.value);
    return stored && rate && { value: rate, version: stored.version, at: new Date(stored.at) };
  };
  return {
    kind: row.kind,
    key: row.key,
    value,
    isFollowing: row.is_following,
    isFirst: row.previous === null,
    previous: parseSettingValue(row.kind, row.key, row.previous),
    operators: versionOf(row.operators),
    others: versionOf(row.others),
    inForce: parseSettingValue(row.kind, row.key, row.in_force),
    currency: parseSettingValue('currency', row.key, row.currency),
    secondOperator: parseSettingValue('secondOperator', row.key, row.second_operator),
  };
}

const PAIR_SOURCES = `select max(version) filter (where kind = 'sell' and key = $1) as sell, max(version) filter (where kind = 'buy' and key = $2) as buy
  from setting where version < $3 and (kind = 'sell' and key = $1 or kind = 'buy' and key = $2)`;

const IS_WRITTEN_WITH = `select 1 from setting a join setting b on b.xmin = a.xmin and b.author = a.author and b.at = a.at
  where a.version = $1 and b.version = $2`;

/** Whether one transaction wrote two versions of rates. */
export async function isWrittenWith(orm: Orm, version: number, other: number): Promise<boolean> {
  return (await runPrepared(orm, 'rates written together', IS_WRITTEN_WITH, [version, other])).length > 0;
}

/** Versions of the rates that a version of a swap pair was derived from, if it was derived; null for those that do not exist. */
export async function readPairSources(
  orm: Orm,
  { from, to }: { readonly from: string; readonly to: string },
  version: number,
): Promise<{ readonly sell: number | null; readonly buy: number | null }> {
  const [row] = await runPrepared<{ sell: number | null; buy: number | null }>(orm, 'pair sources', PAIR_SOURCES, [from, to, version]);
  return row ?? { sell: null, buy: null };
}

/** Versions that a transaction writes are in force together: pairs that follow a rate are written after it. */
const IN_FORCE_WITH = `
  with batch as (
    select max(b.version) as last from setting s join setting b on b.xmin = s.xmin and b.author = s.author and b.at = s.at and b.version >= s.version
    where s.version = $1
  )
  select kind, key, value, version from batch cross join lateral settings_until(batch.last)
  where kind in ('buy', 'sell', 'pair', 'currency')`;

interface InForceRow {
  readonly kind: 'buy' | 'sell' | 'pair' | 'currency';
  readonly key: string;
  readonly value: unknown;
  readonly version: number;
}

/** Rates and limits that were in force when the transaction that wrote a version of a rate had ended, without those that cannot be read. */
export async function readInForceWith(orm: Orm, version: number): Promise<Pick<Settings, 'buy' | 'sell' | 'pairs' | 'currencies'>> {
  const rows = await runPrepared<InForceRow>(orm, 'rates in force', IN_FORCE_WITH, [version]);
  const of = (kind: InForceRow['kind']) => rows.filter((row) => row.kind === kind);
  const rated = (kind: 'buy' | 'sell' | 'pair') =>
    of(kind).flatMap(({ key, value: stored, version: at }) => {
      const value = parseSettingValue(kind, key, stored);
      return value ? [[key, { value, version: at }] as const] : [];
    });
  const currencies = of('currency').flatMap(({ key, value: stored }) => {
    const value = parseSettingValue('currency', key, stored);
    return value ? [[key, value] as const] : [];
  });
  return { buy: new Map(rated('buy')), sell: new Map(rated('sell')), pairs: new Map(rated('pair')), currencies: new Map(currencies) } as Pick<
    Settings,
    'buy' | 'sell' | 'pairs' | 'currencies'
  >;
}

const CONFIRMED_RATES = `select input from audit where proposal_id is not null and outcome = 'done' and verb = $1 and input @> $2`;

/** Inputs of calls that set a rate, as another operator had proposed. @param named what the input has to name */
export async function readConfirmedRates(
  orm: Orm,
  verb: 'setRate' | 'setPair' | 'derivePair',
  named: object,
): Promise<Readonly<Record<string, unknown>>[]> {
  const rows = await runPrepared<{ input: Readonly<Record<string, unknown>> }>(orm, 'confirmed rates', CONFIRMED_RATES, [verb, named]);
  return rows.map(({ input }) => input);
}
