import { updateProfileInput } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { customerIdOf } from '@quydoi/contract/caller';
import type { RoleName } from '@quydoi/database/testing/database';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { SCREEN_LOCK_MINUTES, WRONG_PASSWORDS_PER_DAY_MAX } from '@quydoi/domain/constants';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePassword } from '../../src/accounts/change-password.ts';
import { login } from '../../src/accounts/login.ts';
import { lock, markUsed, readScreen, unlock } from '../../src/accounts/screen.ts';
import { logout } from '../../src/accounts/sessions-of-customer.ts';
import { updateProfile } from '../../src/accounts/update-profile.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
let accounts: TestAccounts;
let devices = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

/** A login from a browser of its own, or from a program. */
interface Visit {
  readonly token: string;
  readonly deviceId: string | null;
  readonly email: string;
}

async function visit(email?: string, deviceId: string | null = `device-${++devices}`): Promise<Visit> {
  const name = email ?? (await accounts.register({ fullName: 'Lan' }));
  return { email: name, deviceId, token: await accounts.login(name, PASSWORD, { deviceId }) };
}
/** The caller as a request finds it now. */
const callerOf = ({ token, deviceId }: Visit) => accounts.callerOf(token, { deviceId });
const isLocked = async (visited: Visit) => (await readScreen(world.web, await callerOf(visited))).isLocked;
const want = async (visited: Visit, isLockScreen: boolean) =>
  updateProfile(world.web, accounts.deps, await callerOf(visited), updateProfileInput.parse({ isLockScreen }));
const use = async (visited: Visit) => markUsed(world.web, accounts.deps, await callerOf(visited));
const unlockBy = async (visited: Visit, password: string) => unlock(world.web, accounts.deps, await callerOf(visited), { password });
const idOf = (caller: Caller) => customerIdOf(caller) ?? '';

/** A browser whose customer wants it to be locked. */
async function wanting(): Promise<Visit> {
  const lan = await visit();
  await want(lan, true);
  return lan;
}

test('a screen is locked on demand, also where its session was cached, and unlocked by the password', async () => {
  const lan = await wanting();
  expect(await readScreen(world.web, await callerOf(lan))).toEqual({ isLockScreen: true, isLocked: false, name: 'Lan' });
  const before = await callerOf(lan);
  expect(before.principal).not.toHaveProperty('isLocked');
  await lock(world.web, accounts.deps, before);
  expect((await callerOf(lan)).principal).toMatchObject({ isLocked: true });
  // It stays locked, whatever the page tells and however long it lasts.
  await expect(use(lan)).rejects.toThrow('SCREEN_LOCKED');
  world.clock.advance(DAY_MS);
  expect(await isLocked(lan)).toBe(true);
  await expect(unlockBy(lan, 'wrong word 123')).rejects.toThrow('CREDENTIALS_INVALID');
  expect(await isLocked(lan)).toBe(true);
  expect(await unlockBy(lan, PASSWORD)).toEqual({ done: true });
  expect(await isLocked(lan)).toBe(false);
});

test('who wants no lock is not locked, neither on demand nor in time', async () => {
  const lan = await visit();
  await lock(world.web, accounts.deps, await callerOf(lan));
  world.clock.advance(DAY_MS);
  expect(await readScreen(world.web, await callerOf(lan))).toMatchObject({ isLockScreen: false, isLocked: false });
});

test('a browser that nothing is heard of is locked in time, by the clock of the server; use keeps it open', async () => {
  const lan = await wanting();
  for (let minutes = 0; minutes < 3 * SCREEN_LOCK_MINUTES; minutes += 10) {
    world.clock.advance(10 * MINUTE_MS);
    await use(lan);
  }
  world.clock.advance(SCREEN_LOCK_MINUTES * MINUTE_MS);
  expect(await isLocked(lan)).toBe(false);
  // The session is cached, and believed for less than half a minute more otherwise.
  world.clock.advance(2 * MINUTE_MS);
  expect(await isLocked(lan)).toBe(true);
  await unlockBy(lan, PASSWORD);
  expect(await isLocked(lan)).toBe(false);
});

test('a lock is of one browser; it holds for every way in which its token comes, and in every process', async () => {
  const lan = await wanting();
  const phone = await visit(lan.email);
  const other = openAccounts(world);
  try {
    expect(await other.principalOf(lan.token)).not.toHaveProperty('isLocked');
    await lock(world.web, accounts.deps, await callerOf(lan));
    // As the notification does.
    other.deps.sessions.drop([idOf(await callerOf(lan))]);
    expect(await other.principalOf(lan.token)).toMatchObject({ isLocked: true });
    expect(await isLocked(phone)).toBe(false);
  } finally {
    await other.close();
  }
});

test('a program has no screen, and a browser that was away when the lock was switched on is locked at once', async () => {
  const lan = await visit();
  const [program, phone] = [await visit(lan.email, null), await visit(lan.email)];
  world.clock.advance(DAY_MS);
  await want(lan, true);
  expect([await isLocked(lan), await isLocked(program), await isLocked(phone)]).toEqual([false, false, true]);
  await want(lan, false);
  expect(await isLocked(phone)).toBe(false);
});

test('switching the lock off elsewhere unlocks no screen that was locked', async () => {
  const lan = await wanting();
  const phone = await visit(lan.email);
  await lock(world.web, accounts.deps, await callerOf(phone));
  await want(lan, false);
  expect(await isLocked(phone)).toBe(true);
});

test('a new password, a new login and a logout leave no locked session behind', async () => {
  const lan = await wanting();
  await lock(world.web, accounts.deps, await callerOf(lan));
  const again = await login(world.web, accounts.deps, await callerOf(lan), { login: lan.email, password: PASSWORD });
  expect(await accounts.principalOf(lan.token)).toBeNull();
  const next = { ...lan, token: 'token' in again ? again.token : '' };
  expect(await isLocked(next)).toBe(false);
  const phone = await visit(lan.email);
  await lock(world.web, accounts.deps, await callerOf(phone));
  const changed = await changePassword(world.web, accounts.deps, await callerOf(next), { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` });
  expect(await accounts.principalOf(phone.token)).toBeNull();
  const last = { ...lan, token: changed.token };
  // The session that a change begins is a browser's as well.
  world.clock.advance(DAY_MS);
  expect(await isLocked(last)).toBe(true);
  await logout(world.web, accounts.deps, await callerOf(last));
  expect(await accounts.principalOf(last.token)).toBeNull();
  expect(await world.database.query('select 1 from auth.screen x where not exists (select 1 from auth.session s where s.id = x.session_id)')).toEqual(
    [],
  );
});

test('wrong passwords are counted with those of logins from the device, and the right one does not get in once they are used up', async () => {
  const lan = await wanting();
  await lock(world.web, accounts.deps, await callerOf(lan));
  const tries = WRONG_PASSWORDS_PER_DAY_MAX.knownDevice;
  for (let tried = 0; tried < tries - 1; tried += 1) await expect(unlockBy(lan, 'wrong word 123')).rejects.toThrow('CREDENTIALS_INVALID');
  const logIn = (password: string) => login(world.web, accounts.deps, testCaller({ deviceId: lan.deviceId }), { login: lan.email, password });
  await expect(logIn('wrong word 123')).rejects.toThrow('CREDENTIALS_INVALID');
  await expect(unlockBy(lan, PASSWORD)).rejects.toThrow('TOO_MANY_PASSWORDS');
  await expect(logIn(PASSWORD)).rejects.toThrow('TOO_MANY_PASSWORDS');
  expect(await isLocked(lan)).toBe(true);
  // From elsewhere, such as by the token in a program, the tries are those of a stolen session.
  const stolen = { ...lan, deviceId: 'thief' };
  for (let tried = 0; tried < WRONG_PASSWORDS_PER_DAY_MAX.change; tried += 1)
    await expect(unlockBy(stolen, 'wrong word 123')).rejects.toThrow('CREDENTIALS_INVALID');
  await expect(unlockBy(stolen, PASSWORD)).rejects.toThrow('TOO_MANY_PASSWORDS');
  world.clock.advance(DAY_MS);
  await unlockBy(lan, PASSWORD);
});

test('visitors have no screen, and of an address without a name only a little is shown', async () => {
  for (const call of [
    readScreen(world.web, testCaller()),
    lock(world.web, accounts.deps, testCaller()),
    markUsed(world.web, accounts.deps, testCaller()),
  ])
    await expect(call).rejects.toThrow('REQUIRED_LOGIN');
  await expect(unlock(world.web, accounts.deps, testCaller(), { password: PASSWORD })).rejects.toThrow('REQUIRED_LOGIN');
  const email = await accounts.register();
  const { name } = await readScreen(world.web, await callerOf(await visit(email)));
  expect(name).toBe(`${email[0]}…@example.vn`);
});

test('no other role reads or writes screens', async () => {
  const code = (text: string, role: RoleName) =>
    world.database.query(text, [], role).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  for (const role of ['quydoi_worker', 'quydoi_signer', 'quydoi_operator'] as const) {
    expect(await code('select 1 from auth.screen', role)).toBe('42501');
    expect(await code('update auth.screen set is_locked = false', role)).toBe('42501');
  }
  expect(await code('delete from auth.screen', 'quydoi_web')).toBe('42501');
});
