import { runPrepared, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** Whom a try of a password or code counts against, and how many they have in a day. */
export interface PasswordTries {
  readonly party: string;
  readonly triesMax: number;
}

/**
 * Takes a try before the password or code is looked at, so that tries made at the same time cannot be more than allowed.
 * @param day days since 1970 (UTC)
 * @param returnHash SHA-256 of the code that gives it back (`returnPasswordTry`); null for a try that is kept
 * @returns false when the party has none left that day
 */
export async function takePasswordTry(orm: Orm, { party, triesMax }: PasswordTries, day: number, returnHash: string | null): Promise<boolean> {
  const [row] = await runPrepared<{ taken: boolean }>(orm, 'take password try', 'select auth.take_password_try($1, $2, $3, $4) as taken', [
    party,
    day,
    triesMax,
    returnHash,
  ]);
  return row?.taken ?? false;
}

/**
 * Gives a try back: the password or code was right, or the mail or SMS was never sent.
 * @param code with whose hash it was taken
 * @returns false when it was not taken with that, or was given back
 */
export async function returnPasswordTry(orm: Orm, party: string, day: number, code: string): Promise<boolean> {
  const [row] = await runPrepared<{ returned: boolean }>(orm, 'return password try', 'select auth.return_password_try($1, $2, $3) as returned', [
    party,
    day,
    code,
  ]);
  return row?.returned ?? false;
}

/** Deletes the tries of days before one. */
export async function prunePasswordTries(orm: Orm, beforeDay: number): Promise<void> {
  await writePrepared(orm, 'prune password tries', 'delete from auth.password_try where day < $1', [beforeDay]);
}

/** A device that a customer has logged in from. */
export interface KnownDevice {
  readonly customerId: string;
  /** Code of the web's process over both: its login alone can write any row. */
  readonly code: string;
}

/** The known device of the customer with this e-mail address or username (lower case); null if that customer never logged in from it. */
export async function findKnownDevice(orm: Orm, login: string, device: string): Promise<KnownDevice | null> {
  const [row] = await runPrepared<{ id: string; code: string }>(
    orm,
    'known device',
    `select u.id, d.code from auth."user" u join auth.known_device d on d.user_id = u.id and d.device = $2 where u.email = $1
     union all select u.id, d.code from auth."user" u join auth.known_device d on d.user_id = u.id and d.device = $2 where u.username = $1 limit 1`,
    [login, device],
  );
  return row ? { customerId: row.id, code: row.code } : null;
}

/** Code of a device that a customer has logged in from before; null for any other. */
export async function readDeviceCode(orm: Orm, customerId: string, device: string): Promise<string | null> {
  const [row] = await runPrepared<{ code: string }>(
    orm,
    'device of customer',
    'select code from auth.known_device where user_id = $1 and device = $2',
    [customerId, device],
  );
  return row?.code ?? null;
}

/** When a customer last logged in from each known device, newest first. */
export async function listKnownDevices(orm: Orm, customerId: string): Promise<{ readonly seenAt: Date }[]> {
  const rows = await runPrepared<{ seen_at: Date | string }>(
    orm,
    'devices of customer',
    'select seen_at from auth.known_device where user_id = $1 order by seen_at desc',
    [customerId],
  );
  return rows.map(({ seen_at }) => ({ seenAt: new Date(seen_at) }));
}

/** Whether a customer has logged in from any device that is remembered with a code: one without is not known, and makes no other a new one. */
export async function hasKnownDevices(orm: Orm, customerId: string): Promise<boolean> {
  return (
    (await runPrepared(orm, 'any known device', `select 1 as found from auth.known_device where user_id = $1 and code <> '' limit 1`, [customerId]))
      .length > 0
  );
}

/** Remembers that a customer has logged in from a device, and forgets the devices that were away for longest beyond a number of them. */
export async function rememberDevice(orm: Orm, { customerId, code }: KnownDevice, device: string, at: Date, devicesMax: number): Promise<void> {
  await writePrepared(
    orm,
    'remember device',
    `insert into auth.known_device (user_id, device, seen_at, code) values ($1, $2, $3, $4)
     on conflict (user_id, device) do update set seen_at = excluded.seen_at, code = excluded.code`,
    [customerId, device, at, code],
  );
  await writePrepared(
    orm,
    'forget devices',
    `delete from auth.known_device where user_id = $1 and device in (
       select device from auth.known_device where user_id = $1 order by seen_at desc, device offset $2)`,
    [customerId, devicesMax],
  );
}
