import type { Customer, DocStatus } from '@quydoi/domain/customer/customer';
import type { IdentityRefusal } from '@quydoi/domain/customer/identity';
import { PROFILE_FIELDS, type ProfileField } from '@quydoi/domain/customer/profile';
import { DatabaseError } from 'pg';
import type { AuthStatement } from '../auth-pool.ts';
import { type Column, columnsOf, readValue } from '../columns.ts';
import { CustomerEntity } from '../entities/customer.ts';
import { ConflictError, runPrepared, withMoneyTx, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { GUARD_STATES } from '../sqlstates.ts';
import { type AuditRecord, writeAudit } from './audit.ts';

/** A new customer: what registration says. */
export type NewCustomer = Pick<
  Customer,
  'id' | 'fullName' | 'firstName' | 'lastName' | 'language' | 'timeZone' | 'currencyKey' | 'sponsor' | 'createdAt'
> & {
  /** SHA-256 of the code that deletes the account. */
  readonly removalHash: string;
};

/** What a customer may change of themselves. What is undefined stays. */
export type ProfileChange = { readonly [K in ProfileField | 'language' | 'timeZone' | 'currencyKey' | 'isLockScreen']?: Customer[K] | undefined };

/** A customer, and what they log in with. */
export interface CustomerAccount {
  readonly customer: Customer;
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** As the customer wrote it; null without one. */
  readonly username: string | null;
  /** What codes of the second factor are made of, sealed; null without one. */
  readonly twoFactorSecret: string | null;
  /** Id of the customer's picture; null without one. */
  readonly avatarId: string | null;
}

/**
 * Adds the customer of a user that the same transaction has added.
 * @returns false, having added nothing, when there is no such user
 */
export async function addCustomer(run: AuthStatement, customer: NewCustomer): Promise<boolean> {
  const { id, fullName, firstName, lastName, language, timeZone, currencyKey, sponsor, createdAt, removalHash } = customer;
  const rows = await run(
    'add customer',
    `insert into public.customer (id, version, full_name, first_name, last_name, language, time_zone, currency_key, sponsor, doc_status, created_at, removal_hash)
     select u.id, 1, $2, $3, $4, $5, $6, $7, $8, 'not_uploaded', $9, $10 from auth."user" u where u.id = $1 returning id`,
    [id, fullName, firstName, lastName, language, timeZone, currencyKey, sponsor, createdAt, removalHash],
  );
  return rows.length > 0;
}

/** Whether a customer exists, whose account is not deleted. */
export async function isCustomer(orm: Orm, id: string): Promise<boolean> {
  return (await runPrepared(orm, 'customer exists', 'select 1 as found from customer where id = $1 and deleted_at is null', [id])).length > 0;
}

/** Whether a customer's identity is verified. */
export async function isVerifiedCustomer(orm: Orm, id: string): Promise<boolean> {
  const rows = await runPrepared(orm, 'customer verified', `select 1 as found from customer where id = $1 and doc_status = 'verify'`, [id]);
  return rows.length > 0;
}

/** What an operator says of a customer's identity. */
export interface DocStatusChange {
  readonly status: DocStatus;
  /** Why the customer's pictures are refused. */
  readonly refusal: IdentityRefusal | null;
  /** Number of the submission that is decided so; null if none waits. */
  readonly submission: number | null;
  readonly at: Date;
}

/**
 * Sets whether a customer's identity is verified, and decides about pictures that wait for it.
 * @param audit the call of the operator verb, recorded in the same transaction
 * @returns false when there is no such customer, the account is deleted, or another submission waits
 */
export async function changeDocStatus(
  orm: Orm,
  id: string,
  { status, refusal, submission, at }: DocStatusChange,
  audit?: AuditRecord,
): Promise<boolean> {
  return withMoneyTx(orm, async (tx) => {
    // A submission or a deletion at the same time comes before or after.
    await tx.run('lock customer', 'select 1 from customer where id = $1 for no key update', [id]);
    const { rows } = await tx.run<{ submission: string | null }>(
      'find customer',
      `select (select s.id from identity_submission s where s.customer_id = c.id and s.decided_at is null) as submission
       from customer c where c.id = $1 and c.deleted_at is null`,
      [id],
    );
    const waiting = rows[0] && (rows[0].submission === null ? null : Number(rows[0].submission));
    if (waiting === undefined || waiting !== submission) return false;
    if (audit) await writeAudit(tx, audit, null);
    if (submission !== null) {
      const decided = await tx.run(
        'decide identity',
        'update identity_submission set decided_at = $2, decision = $3, refusal = $4 where id = $1 and decided_at is null',
        [submission, at, status, refusal],
      );
      // Another operator was faster.
      if (decided.count === 0) throw new ConflictError('identity_submission');
    }
    await tx.run('set doc status', 'update customer set doc_status = $2, version = version + 1 where id = $1', [id, status]);
    return true;
  });
}

/** Whether a username is taken, in any case of its letters. */
export async function isUsernameTaken(orm: Orm, username: string): Promise<boolean> {
  return (await runPrepared(orm, 'username taken', 'select 1 as found from auth."user" where username = $1', [username.toLowerCase()])).length > 0;
}

/** The customer who logs in with an e-mail address or username, in lower case; null if nobody does. */
export async function findCustomerByLogin(orm: Orm, login: string): Promise<string | null> {
  const [row] = await runPrepared<{ id: string }>(
    orm,
    'customer by login',
    `select id from auth."user" where email = $1 union all select id from auth."user" where username = $1 limit 1`,
    [login],
  );
  return row?.id ?? null;
}

const CHANGEABLE: ReadonlySet<string> = new Set<keyof ProfileChange>([...PROFILE_FIELDS, 'language', 'timeZone', 'currencyKey', 'isLockScreen']);

/**
 * Changes what a customer says of themselves.
 * @returns false, having changed nothing, when it would change a field of an identity that is verified or being checked
 */
export async function changeProfile(orm: Orm, id: string, change: ProfileChange): Promise<boolean> {
  const columns = columnsOf(orm, CustomerEntity).filter(({ property }) => CHANGEABLE.has(property));
  const sets = columns.map(({ name }, index) => `${name} = coalesce($${index + 2}, ${name})`);
  const values = columns.map(({ property }) => change[property as keyof ProfileChange] ?? null);
  try {
    await writePrepared(orm, 'change profile', `update customer set ${sets.join(', ')}, version = version + 1 where id = $1 and deleted_at is null`, [
      id,
      ...values,
    ]);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === GUARD_STATES.changedIdentity) return false;
    throw error;
  }
}

/**
 * Deletes a customer's account: erases who they are and all by which they could log in. Orders keep the customer's id.
 * @param removalCodes codes of which one has to be that of its removal
 * @returns false, having changed nothing, when none is, or the account is deleted
 */
export async function eraseAccount(run: AuthStatement, id: string, removalCodes: readonly string[]): Promise<boolean> {
  const [row] = await run<{ deleted: boolean }>('delete account', 'select delete_account($1, $2::text[]) as deleted', [id, removalCodes]);
  return row?.deleted ?? false;
}

/** Waits for orders of a customer that are being written, and makes further ones wait. @returns false when there is no such customer, or the account is deleted */
export async function lockCustomer(run: AuthStatement, id: string): Promise<boolean> {
  return (await run('lock customer', 'select 1 as found from public.customer where id = $1 and deleted_at is null for update', [id])).length > 0;
}

/** A customer's account; null where there is none, or it is deleted. */
export async function readCustomerAccount(orm: Orm, id: string): Promise<CustomerAccount | null> {
  const columns = columnsOf(orm, CustomerEntity);
  const [row] = await runPrepared<Record<string, unknown>>(orm, 'customer account', accountStatement(columns), [id]);
  if (row === undefined) return null;
  const customer = Object.fromEntries(columns.map(({ property, name, type }) => [property, readValue(row[name], type)])) as unknown as Customer;
  return {
    customer,
    email: row.email as string,
    isEmailVerified: row.email_verified as boolean,
    username: row.display_username as string | null,
    twoFactorSecret: row.two_factor_secret as string | null,
    avatarId: row.avatar_id as string | null,
  };
}

function accountStatement(columns: readonly Column[]): string {
  return `select ${columns.map(({ name }) => `c.${name}`).join(', ')}, u.email, u."emailVerified" as email_verified, u."displayUsername" as display_username,
    (select t.secret from auth.two_factor t where t.user_id = u.id) as two_factor_secret,
    (select a.id from avatar a where a.customer_id = c.id) as avatar_id
    from customer c join auth."user" u on u.id = c.id where c.id = $1 and c.deleted_at is null`;
}
