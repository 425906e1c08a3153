import { RESERVE_CODES } from '@quydoi/domain/currencies';
import { type AccountName, COLLECTION_ACCOUNTS, isGuarded, unitOf } from '@quydoi/domain/ledger/accounts';
import { FEE_UNIT_CODES, NETWORK_CODES } from '@quydoi/domain/networks';
import { WALLET_CURRENCIES } from '@quydoi/domain/wallet/wallet';
import { sql } from 'kysely';
import { extendScales, widenCodeChecks } from './code-checks.ts';
import { dbOf, type Orm } from './orm.ts';

/** A PostgreSQL role and its password. */
interface RoleLogin {
  readonly role: 'quydoi_web' | 'quydoi_worker' | 'quydoi_signer' | 'quydoi_operator';
  readonly password: string;
}

/**
 * Migrates the schema, sets the roles' passwords and adds missing ledger accounts. Run by the owner before the roles start. Idempotent. The login that
 * operators share is taken away while any of them has a login of their own.
 */
export async function migrate(orm: Orm, logins: readonly RoleLogin[]): Promise<void> {
  await orm.migrator.up();
  const db = dbOf(orm);
  for (const { role, password } of logins) {
    const isEnded = role === 'quydoi_operator' && (await haveOwnLogins(orm));
    const login = isEnded ? 'nologin' : `login password '${password.replaceAll("'", "''")}'`;
    await sql`${sql.raw(`alter role ${role} ${login}`)}`.execute(db);
  }
  await widenCodeChecks(orm);
  await extendScales(orm);
  await addAccounts(orm);
}

/** Whether operators have logins of their own. */
async function haveOwnLogins(orm: Orm): Promise<boolean> {
  const { rows } = await sql<{ own: boolean }>`select has_own_logins() as own`.execute(dbOf(orm));
  return rows[0]?.own ?? false;
}

/** Names of the accounts that exist without any customer. */
function standingAccounts(): AccountName[] {
  const perUnit = RESERVE_CODES.flatMap((unit): AccountName[] => [
    `rail:${unit}`,
    `held:${unit}`,
    `fx:${unit}`,
    `fee:${unit}`,
    `discount:${unit}`,
    `network-fee:${unit}`,
    `refund:${unit}`,
    `loss:${unit}`,
    `equity:${unit}`,
    ...NETWORK_CODES.map((network): AccountName => `suspense:${network}:${unit}`),
  ]);
  const perBalance = WALLET_CURRENCIES.map((unit): AccountName => `withdrawal:${unit}`);
  const perGas = FEE_UNIT_CODES.flatMap((unit): AccountName[] => [`gas:${unit}`, `network-fee:${unit}`, `equity:${unit}`]);
  return [...new Set([...(Object.keys(COLLECTION_ACCOUNTS) as AccountName[]), ...perUnit, ...perBalance, ...perGas])];
}

async function addAccounts(orm: Orm): Promise<void> {
  const accounts = standingAccounts();
  await sql`insert into account (name, unit, guarded)
    select x.name, x.unit, x.guarded
    from unnest(${accounts}::text[], ${accounts.map(unitOf)}::text[], ${accounts.map(isGuarded)}::boolean[]) as x(name, unit, guarded)
    on conflict (name) do nothing`.execute(dbOf(orm));
}
