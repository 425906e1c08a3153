import type { AuthStatement } from '../auth-pool.ts';
import { runPrepared, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** A customer's passkey as the database has it. The web's login alone can write any row: one without the process's code is none. */
export interface StoredPasskey {
  /** Credential id, in base64url. */
  readonly id: string;
  readonly customerId: string;
  /** COSE key, in base64url. */
  readonly publicKey: string;
  /** How the browser reaches the authenticator, as it said. */
  readonly transports: readonly string[];
  readonly name: string;
  /** Code of the web's process over customer, id and key. */
  readonly code: string;
  readonly createdAt: Date;
  /** Null for one that nobody has logged in with. */
  readonly usedAt: Date | null;
}

/** A passkey to be added. */
export type NewPasskey = Omit<StoredPasskey, 'usedAt'> & {
  /** Count of signatures that the authenticator began with. */
  readonly signCount: number;
  /** SHA-256 of the code that removes it. */
  readonly removalHash: string;
};

interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly public_key: string;
  readonly transports: string[];
  readonly name: string;
  readonly code: string;
  readonly created_at: Date | string;
  readonly used_at: Date | string | null;
}

const COLUMNS = 'p.id, p.user_id, p.public_key, p.transports, p.name, p.code, p.created_at, p.used_at';

/** The passkey with a credential id, of a customer whose account is not deleted; null where there is none, or it was removed. */
export async function findPasskey(orm: Orm, id: string): Promise<StoredPasskey | null> {
  const [row] = await runPrepared<PasskeyRow>(
    orm,
    'passkey',
    `select ${COLUMNS} from auth.passkey p join customer c on c.id = p.user_id and c.deleted_at is null where p.id = $1 and p.removed_at is null`,
    [id],
  );
  return row ? passkeyOf(row) : null;
}

/** A customer's passkeys that were not removed, oldest first. */
export async function listPasskeys(orm: Orm, customerId: string): Promise<StoredPasskey[]> {
  return (await runPrepared<PasskeyRow>(orm, 'passkeys of customer', LIST, [customerId])).map(passkeyOf);
}

/** {@link listPasskeys} within a transaction. */
export async function listPasskeysIn(run: AuthStatement, customerId: string): Promise<StoredPasskey[]> {
  return (await run<PasskeyRow>('passkeys of customer', LIST, [customerId])).map(passkeyOf);
}

const LIST = `select ${COLUMNS} from auth.passkey p where p.user_id = $1 and p.removed_at is null order by p.created_at, p.id`;

/** Adds a passkey. @returns false, having changed nothing, when there is or was one with its id */
export async function insertPasskey(run: AuthStatement, passkey: NewPasskey): Promise<boolean> {
  const { id, customerId, publicKey, signCount, transports, name, code, removalHash, createdAt } = passkey;
  const rows = await run(
    'add passkey',
    `insert into passkey (id, user_id, public_key, sign_count, transports, name, code, removal_hash, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
    [id, customerId, publicKey, signCount, transports, name, code, removalHash, createdAt],
  );
  return rows.length > 0;
}

/**
 * Records a login with a passkey.
 * @param signCount count of signatures that came with it; 0 where the authenticator does not count
 * @returns false, having changed nothing, when the count has not grown: the authenticator, or a copy of it, has signed since
 */
export async function recordPasskeyUse(orm: Orm, id: string, signCount: number, at: Date): Promise<boolean> {
  const used = await writePrepared(
    orm,
    'use passkey',
    `update auth.passkey set sign_count = $2, used_at = greatest(used_at, $3)
     where id = $1 and removed_at is null and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
    [id, signCount, at],
  );
  return used > 0;
}

/**
 * Removes passkeys of a customer.
 * @param removalCodes the codes of their removal
 * @returns how many were removed
 */
export async function deletePasskeys(run: AuthStatement, customerId: string, removalCodes: readonly string[]): Promise<number> {
  const [row] = await run<{ removed: number }>('remove passkeys', 'select remove_passkeys($1, $2::text[]) as removed', [customerId, removalCodes]);
  return row?.removed ?? 0;
}

function passkeyOf(row: PasskeyRow): StoredPasskey {
  return {
    id: row.id,
    customerId: row.user_id,
    publicKey: row.public_key,
    transports: row.transports,
    name: row.name,
    code: row.code,
    createdAt: new Date(row.created_at),
    usedAt: row.used_at === null ? null : new Date(row.used_at),
  };
}
