import type { AuthStatement } from '../auth-pool.ts';
import { runPrepared, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** A customer's second factor. */
export interface TwoFactor {
  /** Secret of the authenticator app, sealed. */
  readonly secret: string;
  readonly createdAt: Date;
  /** Recovery codes that have not been used. */
  readonly recoveryCodes: number;
}

/** A second factor to be switched on. */
interface NewTwoFactor {
  readonly customerId: string;
  readonly secret: string;
  /** Time step of the code that proved the app to have the secret. */
  readonly lastStep: number;
  readonly createdAt: Date;
}

/** A customer's second factor; null while it is off. */
export async function findTwoFactor(orm: Orm, customerId: string): Promise<TwoFactor | null> {
  const [row] = await runPrepared<{ secret: string; created_at: Date | string; recovery_codes: number }>(
    orm,
    'two-factor',
    `select t.secret, t.created_at, (select count(*)::integer from auth.recovery_code r where r.user_id = t.user_id) as recovery_codes
     from auth.two_factor t where t.user_id = $1`,
    [customerId],
  );
  return row ? { secret: row.secret, createdAt: new Date(row.created_at), recoveryCodes: row.recovery_codes } : null;
}

/** Switches a second factor on. @returns false, having changed nothing, when it is on already */
export async function addTwoFactor(run: AuthStatement, { customerId, secret, lastStep, createdAt }: NewTwoFactor): Promise<boolean> {
  const rows = await run(
    'add two-factor',
    'insert into two_factor (user_id, secret, last_step, created_at) values ($1, $2, $3, $4) on conflict do nothing returning user_id',
    [customerId, secret, lastStep, createdAt],
  );
  return rows.length > 0;
}

/** Switches a second factor off, with its recovery codes. */
export async function deleteTwoFactor(run: AuthStatement, customerId: string): Promise<void> {
  await run('delete two-factor', 'delete from two_factor where user_id = $1', [customerId]);
}

/**
 * Uses up a time step of the authenticator app, and all earlier ones.
 * @returns false when it was used up before
 */
export async function takeTotpStep(orm: Orm, customerId: string, step: number): Promise<boolean> {
  const taken = await writePrepared(orm, 'take TOTP step', 'update auth.two_factor set last_step = $2 where user_id = $1 and last_step < $2', [
    customerId,
    step,
  ]);
  return taken > 0;
}

/** Sets the recovery codes of a customer whose second factor is on. */
export async function replaceRecoveryCodes(run: AuthStatement, customerId: string, hashes: readonly string[]): Promise<void> {
  await run('delete recovery codes', 'delete from recovery_code where user_id = $1', [customerId]);
  await run('add recovery codes', 'insert into recovery_code (user_id, code_hash) select $1, unnest($2::text[])', [customerId, hashes]);
}

/** Uses up a recovery code. @param hashes of the code, under each secret @returns false when there is none such */
export async function takeRecoveryCode(orm: Orm, customerId: string, hashes: readonly string[]): Promise<boolean> {
  const taken = await writePrepared(orm, 'take recovery code', 'delete from auth.recovery_code where user_id = $1 and code_hash = any($2::text[])', [
    customerId,
    hashes,
  ]);
  return taken > 0;
}
