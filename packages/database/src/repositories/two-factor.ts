import type { AuthStatement } from '../auth-pool.ts';
import { runPrepared, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** A customer's second factor. */
export interface TwoFactor {
  /** What its codes are made of, sealed: the secret of an authenticator app, or one of ours with the number that codes are sent to. */
  readonly secret: string;
  /** Time step of the newest code that was sent; null where none was. */
  readonly sentStep: number | null;
  readonly createdAt: Date;
  /** Recovery codes that have not been used. */
  readonly recoveryCodes: number;
}

/** A second factor to be switched on. */
interface NewTwoFactor {
  readonly customerId: string;
  readonly secret: string;
  /** Time step of the code that proved the customer to have it. */
  readonly lastStep: number;
  /** That of a code that was sent; null of an app's. */
  readonly sentStep: number | null;
  /** SHA-256 of the code that switches it off again. */
  readonly removalHash: string;
  readonly createdAt: Date;
}

/** A customer's second factor; null while it is off. */
export async function findTwoFactor(orm: Orm, customerId: string): Promise<TwoFactor | null> {
  const [row] = await runPrepared<{ secret: string; sent_step: string | null; created_at: Date | string; recovery_codes: number }>(
    orm,
    'two-factor',
    `select t.secret, t.sent_step, t.created_at, (select count(*)::integer from auth.recovery_code r where r.user_id = t.user_id) as recovery_codes
     from auth.two_factor t where t.user_id = $1`,
    [customerId],
  );
  if (row === undefined) return null;
  const sentStep = row.sent_step === null ? null : Number(row.sent_step);
  return { secret: row.secret, sentStep, createdAt: new Date(row.created_at), recoveryCodes: row.recovery_codes };
}

/** Switches a second factor on. @returns false, having changed nothing, when it is on already */
export async function addTwoFactor(run: AuthStatement, factor: NewTwoFactor): Promise<boolean> {
  const { customerId, secret, lastStep, sentStep, removalHash, createdAt } = factor;
  const rows = await run(
    'add two-factor',
    `insert into two_factor (user_id, secret, last_step, sent_step, removal_hash, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning user_id`,
    [customerId, secret, lastStep, sentStep, removalHash, createdAt],
  );
  return rows.length > 0;
}

/**
 * Switches a second factor off, with its recovery codes.
 * @param removalCodes codes of which one has to be that of its removal
 * @returns false, having changed nothing, when none is, or it is off
 */
export async function deleteTwoFactor(run: AuthStatement, customerId: string, removalCodes: readonly string[]): Promise<boolean> {
  const [row] = await run<{ removed: boolean }>('remove two-factor', 'select remove_two_factor($1, $2::text[]) as removed', [
    customerId,
    removalCodes,
  ]);
  return row?.removed ?? false;
}

/**
 * Uses up the code of a time step, and all earlier ones.
 * @param sentStep as it was when the code was compared: a code that was sent since takes the place of one that was sent before
 * @returns false when it was used up before
 */
export async function takeCodeStep(orm: Orm, customerId: string, step: number, sentStep: number | null): Promise<boolean> {
  const taken = await writePrepared(
    orm,
    'take code step',
    'update auth.two_factor set last_step = $2 where user_id = $1 and last_step < $2 and sent_step is not distinct from $3',
    [customerId, step, sentStep],
  );
  return taken > 0;
}

/** Notes that a code of a time step is being sent, in place of any earlier one. @returns false when one of that step or a later one was */
export async function recordSentStep(orm: Orm, customerId: string, step: number): Promise<boolean> {
  const sent = await writePrepared(
    orm,
    'record sent step',
    'update auth.two_factor set sent_step = $2 where user_id = $1 and last_step < $2 and coalesce(sent_step, -1) < $2',
    [customerId, step],
  );
  return sent > 0;
}

/**
 * Removes the recovery codes of a customer whose second factor is on.
 * @param removalCodes as of {@link deleteTwoFactor}
 * @returns false, having changed nothing, when none is the right one
 */
export async function deleteRecoveryCodes(run: AuthStatement, customerId: string, removalCodes: readonly string[]): Promise<boolean> {
  const [row] = await run<{ removed: boolean }>('remove recovery codes', 'select remove_recovery_codes($1, $2::text[]) as removed', [
    customerId,
    removalCodes,
  ]);
  return row?.removed ?? false;
}

/** Adds recovery codes of a customer whose second factor is on. @param hashes SHA-256 of each */
export async function addRecoveryCodes(run: AuthStatement, customerId: string, hashes: readonly string[]): Promise<void> {
  await run('add recovery codes', 'insert into recovery_code (user_id, code_hash) select $1, unnest($2::text[])', [customerId, hashes]);
}

/** Uses up a recovery code. @param keyed the code, keyed under each secret @returns false when there is none such */
export async function takeRecoveryCode(orm: Orm, customerId: string, keyed: readonly string[]): Promise<boolean> {
  const [row] = await runPrepared<{ taken: boolean }>(orm, 'take recovery code', 'select auth.take_recovery_code($1, $2::text[]) as taken', [
    customerId,
    keyed,
  ]);
  return row?.taken ?? false;
}
