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
 * @returns false when the party has none left that day
 */
export async function takePasswordTry(orm: Orm, { party, triesMax }: PasswordTries, day: number): Promise<boolean> {
  const taken = await writePrepared(
    orm,
    'take password try',
    `insert into auth.password_try as t (party, day, tried) values ($1, $2, 1)
     on conflict (party, day) do update set tried = t.tried + 1 where t.tried < $3`,
    [party, day, triesMax],
  );
  return taken > 0;
}

/** Gives a try back: the password or code was right. */
export async function returnPasswordTry(orm: Orm, party: string, day: number): Promise<void> {
  await writePrepared(orm, 'return password try', 'update auth.password_try set tried = tried - 1 where party = $1 and day = $2 and tried > 0', [
    party,
    day,
  ]);
}

/** Deletes the tries of days before one. */
export async function prunePasswordTries(orm: Orm, beforeDay: number): Promise<void> {
  await writePrepared(orm, 'prune password tries', 'delete from auth.password_try where day < $1', [beforeDay]);
}

/** The customer whom a device is known to have logged in as before, by e-mail address or username in lower case; null if it has not. */
export async function findKnownDevice(orm: Orm, login: string, device: string): Promise<string | null> {
  const [row] = await runPrepared<{ id: string }>(
    orm,
    'known device',
    `select u.id from auth."user" u join auth.known_device d on d.user_id = u.id and d.device = $2 where u.email = $1
     union all select u.id from auth."user" u join auth.known_device d on d.user_id = u.id and d.device = $2 where u.username = $1 limit 1`,
    [login, device],
  );
  return row?.id ?? null;
}

/** Whether a customer is known to have logged in from a device before. */
export async function isKnownDevice(orm: Orm, customerId: string, device: string): Promise<boolean> {
  const found = await runPrepared(orm, 'device of customer', 'select 1 as found from auth.known_device where user_id = $1 and device = $2', [
    customerId,
    device,
  ]);
  return found.length > 0;
}

/** Whether a customer has logged in from any device that is remembered. */
export async function hasKnownDevices(orm: Orm, customerId: string): Promise<boolean> {
  return (await runPrepared(orm, 'any known device', 'select 1 as found from auth.known_device where user_id = $1 limit 1', [customerId])).length > 0;
}

/** Remembers that a customer has logged in from a device, and forgets the devices that were away for longest beyond a number of them. */
export async function rememberDevice(orm: Orm, customerId: string, device: string, at: Date, devicesMax: number): Promise<void> {
  await writePrepared(
    orm,
    'remember device',
    `insert into auth.known_device (user_id, device, seen_at) values ($1, $2, $3)
     on conflict (user_id, device) do update set seen_at = excluded.seen_at`,
    [customerId, device, at],
  );
  await writePrepared(
    orm,
    'forget devices',
    `delete from auth.known_device where user_id = $1 and device in (
       select device from auth.known_device where user_id = $1 order by seen_at desc, device offset $2)`,
    [customerId, devicesMax],
  );
}
