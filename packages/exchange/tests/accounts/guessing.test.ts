import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { KNOWN_DEVICES_MAX, WRONG_PASSWORDS_PER_DAY_MAX } from '@quydoi/domain/constants';
import { DAY_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pruneAccounts } from '../../src/accounts/prune-accounts.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* Somebody with many addresses and devices guesses at passwords. Limits of the transports come on top. */

const GUESSES = 1_000;
const ADDRESSES = 200;
const AT_ONCE = 20;
/** Wrong passwords that are compared in a day, however an account is named and wherever they come from. */
const HASHES_PER_DAY_MAX = 100;

let world: World;
let accounts: TestAccounts;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});
// Each test has a day of its own.
beforeEach(() => world.clock.advance(DAY_MS));

/** The code of a login's refusal; `in` when there was none. */
async function tryLogin(name: string, password: string, deviceId: string | null, web = accounts, n = 0): Promise<string> {
  const caller = { deviceId, ip: `198.51.100.${n % ADDRESSES}`, addressBlock: `198.51.100.${n % ADDRESSES}` };
  return web.login(name, password, caller).then(
    () => 'in',
    (error: { readonly code?: string }) => error.code ?? String(error),
  );
}

/** Guesses at an account, a few at a time, and counts the answers. */
async function guess(names: readonly string[], count = GUESSES): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  for (let n = 0; n < count; n += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, (_, index) => n + index);
    const told = await Promise.all(
      batch.map((i) => tryLogin(names[i % names.length] ?? '', `guess ${i}`, i % 3 === 0 ? null : `thief ${i}`, accounts, i)),
    );
    for (const answer of told) answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }
  return answers;
}

test('guesses at an account by both of its names cost few hashes, and its owner gets in meanwhile', async () => {
  const email = await accounts.register({ username: 'owner1' });
  expect(await tryLogin(email, PASSWORD, 'own phone')).toBe('in');
  const before = accounts.hashed.count;
  const answers = await guess([email, 'owner1']);
  const hashed = accounts.hashed.count - before;
  expect(answers).toEqual(
    new Map([
      ['CREDENTIALS_INVALID', 2 * WRONG_PASSWORDS_PER_DAY_MAX.stranger],
      ['TOO_MANY_PASSWORDS', GUESSES - 2 * WRONG_PASSWORDS_PER_DAY_MAX.stranger],
    ]),
  );
  expect(hashed).toBe(2 * WRONG_PASSWORDS_PER_DAY_MAX.stranger);
  expect(hashed + KNOWN_DEVICES_MAX * WRONG_PASSWORDS_PER_DAY_MAX.knownDevice + WRONG_PASSWORDS_PER_DAY_MAX.change).toBeLessThanOrEqual(
    HASHES_PER_DAY_MAX,
  );
  // The right password from an unknown device is not looked at either.
  expect(await tryLogin(email, PASSWORD, 'thief')).toBe('TOO_MANY_PASSWORDS');
  expect([await tryLogin(email, PASSWORD, 'own phone'), await tryLogin('owner1', PASSWORD, 'own phone')]).toEqual(['in', 'in']);
  world.clock.advance(DAY_MS);
  expect(await tryLogin(email, PASSWORD, 'new phone')).toBe('in');
});

test('an unknown account is refused as often, and in the same way', async () => {
  const email = await accounts.register();
  const [known, unknown] = [await guess([email], 100), await guess(['nobody@example.vn'], 100)];
  expect(unknown).toEqual(known);
  const refusal = (name: string) => accounts.login(name).catch(({ code, params, details }) => ({ code, params, details }));
  expect(await refusal('nobody@example.vn')).toEqual(await refusal(email));
});

test('a refusal tells until when', async () => {
  const email = await accounts.register();
  await guess([email], 100);
  const secondsLeft = Math.ceil((DAY_MS - (world.clock.now().getTime() % DAY_MS)) / 1_000);
  await expect(accounts.login(email)).rejects.toMatchObject({
    code: 'TOO_MANY_PASSWORDS',
    params: { hours: String(Math.ceil(secondsLeft / 3_600)) },
    details: { retryAfterSeconds: secondsLeft },
  });
});

test('what was tried is counted by all processes together', async () => {
  const email = await accounts.register();
  const web2 = openAccounts(world);
  for (let n = 0; n < WRONG_PASSWORDS_PER_DAY_MAX.stranger; n += 1)
    expect(await tryLogin(email, `guess ${n}`, null, n % 2 === 0 ? accounts : web2)).toBe('CREDENTIALS_INVALID');
  for (const web of [accounts, web2]) expect(await tryLogin(email, PASSWORD, null, web)).toBe('TOO_MANY_PASSWORDS');
  await web2.close();
});

test('a known device that mistypes is refused after a while, and nobody else is because of that', async () => {
  const email = await accounts.register();
  expect(await tryLogin(email, PASSWORD, 'phone')).toBe('in');
  const answers: string[] = [];
  for (let n = 0; n <= WRONG_PASSWORDS_PER_DAY_MAX.knownDevice; n += 1) answers.push(await tryLogin(email, `guess ${n}`, 'phone'));
  expect(answers.filter((answer) => answer === 'CREDENTIALS_INVALID')).toHaveLength(WRONG_PASSWORDS_PER_DAY_MAX.knownDevice);
  expect(answers.at(-1)).toBe('TOO_MANY_PASSWORDS');
  expect(await tryLogin(email, PASSWORD, 'other phone')).toBe('in');
});

test('right passwords cost nothing', async () => {
  const email = await accounts.register();
  for (let n = 0; n < 2 * WRONG_PASSWORDS_PER_DAY_MAX.stranger; n += 1) expect(await tryLogin(email, PASSWORD, null)).toBe('in');
});

test('a device is known to the account that it has logged in to, and to no other', async () => {
  const [own, others] = [await accounts.register(), await accounts.register()];
  expect(await tryLogin(own, PASSWORD, 'thief’s phone')).toBe('in');
  await guess([others], 100);
  expect(await tryLogin(others, PASSWORD, 'thief’s phone')).toBe('TOO_MANY_PASSWORDS');
});

test('an account remembers its newest devices', async () => {
  const email = await accounts.register();
  for (let n = 0; n <= KNOWN_DEVICES_MAX; n += 1) {
    world.clock.advance(1_000);
    expect(await tryLogin(email, PASSWORD, `phone ${n}`)).toBe('in');
  }
  await guess([email], 100);
  expect(await tryLogin(email, PASSWORD, 'phone 0')).toBe('TOO_MANY_PASSWORDS');
  for (let n = 1; n <= KNOWN_DEVICES_MAX; n += 1) expect(await tryLogin(email, PASSWORD, `phone ${n}`)).toBe('in');
});

test('names of strangers are not kept, and counts no longer than their day', async () => {
  await tryLogin('stranger@example.vn', 'guess 1', null);
  const rows = JSON.stringify(await world.database.query('select * from auth.password_try'));
  expect(rows).not.toContain('stranger@');
  world.clock.advance(DAY_MS);
  await pruneAccounts(world.web);
  expect(await world.database.query('select 1 from auth.password_try')).toEqual([]);
});
