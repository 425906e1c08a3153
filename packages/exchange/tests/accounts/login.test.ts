import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { SESSION_DAYS } from '@quydoi/domain/constants';
import { DAY_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '../../src/accounts/change-password.ts';
import { pruneAccounts } from '../../src/accounts/prune-accounts.ts';
import { createSessions } from '../../src/accounts/sessions.ts';
import { listOwnSessions, logout, revokeSession } from '../../src/accounts/sessions-of-customer.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

const NEW_PASSWORD = 'ca phe sua da 9';
const INVALID = { code: 'CREDENTIALS_INVALID' };

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

function refuse(): never {
  throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
}

const sessionsOf = async (token: string) => (await listOwnSessions(world.web, await accounts.callerOf(token))).items;

test('by e-mail address or username, in any case of letters', async () => {
  const email = await accounts.register({ username: 'Lan2026' });
  for (const name of [email, email.toUpperCase(), ` ${email} `, 'Lan2026', 'LAN2026']) {
    expect(await accounts.principalOf(await accounts.login(name))).toMatchObject({ kind: 'customer' });
  }
});

test('a wrong password, an unknown account and what can be none are one answer', async () => {
  const email = await accounts.register({ username: 'Mai2026' });
  const tries: [string, string][] = [
    [email, 'wrong word 1'],
    ['Mai2026', 'wrong word 1'],
    ['nobody@example.vn', PASSWORD],
    ['nobody', PASSWORD],
    ['no name at all', PASSWORD],
    ['a@', PASSWORD],
    ["' or 1=1 --", PASSWORD],
    [email, 'short'],
    [email, `${PASSWORD} and longer`],
    [email, PASSWORD.toUpperCase()],
  ];
  const refusals = await Promise.all(tries.map(([name, password]) => accounts.login(name, password).catch((error: unknown) => error)));
  for (const refusal of refusals) expect(refusal).toMatchObject({ ...INVALID, params: {}, details: null });
});

test('an unknown name costs a hash, too', async () => {
  const before = accounts.hashed.count;
  for (const name of ['nobody1@example.vn', 'nobody1']) await expect(accounts.login(name)).rejects.toMatchObject(INVALID);
  expect(accounts.hashed.count - before).toBe(2);
});

describe('a bearer token', () => {
  test('is not what the database has, and nobody with its login can make one', async () => {
    const token = await accounts.login(await accounts.register());
    const { principal } = await accounts.callerOf(token);
    const id = principal.kind === 'customer' ? principal.sessionId : '';
    const [row] = await world.database.query('select token from auth.session where id = $1', [id], 'quydoi_web');
    expect(token.startsWith(String(row?.token))).toBe(true);
    const [code = ''] = token.split('.').slice(1);
    const other = await accounts.login(await accounts.register());
    const forged = [
      String(row?.token),
      `${row?.token}.`,
      `${row?.token}.${'A'.repeat(22)}`,
      `${other.split('.')[0]}.${code}`,
      `${token}x`,
      '',
      'x.y',
    ];
    for (const bearer of forged) expect(accounts.deps.sessions.find(bearer)).toBeNull();
  });

  test('is believed at once while it is cached, and no longer than its session lasts', async () => {
    const token = await accounts.login(await accounts.register());
    const principal = await accounts.principalOf(token);
    expect(accounts.deps.sessions.find(token)).toBe(principal);
    expect(Object.isFrozen(principal)).toBe(true);
    world.clock.advance(SESSION_DAYS * DAY_MS - 1_000);
    expect(await accounts.principalOf(token)).toMatchObject({ kind: 'customer' });
    world.clock.advance(1_000);
    expect(await accounts.principalOf(token)).toBeNull();
    expect(await pruneAccounts(world.web)).toBe(false);
    expect(await world.database.query('select 1 from auth.session')).toEqual([]);
  });

  test('of a session that another process ended is asked for again', async () => {
    const token = await accounts.login(await accounts.register());
    const principal = await accounts.principalOf(token);
    await world.database.query('delete from auth.session');
    expect(accounts.deps.sessions.find(token)).toBe(principal);
    world.clock.advance(30_000);
    expect(await accounts.principalOf(token)).toBeNull();
  });

  test('cannot be told alive or dead while the database is away, unless it is forged', async () => {
    const token = await accounts.login(await accounts.register());
    const away = createSessions(
      { clock: world.clock, orm: { em: { getConnection: () => ({ getNativeClient: async () => refuse() }) } } as never },
      accounts.deps.tokens,
    );
    await expect(away.find(token)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(away.find(`${token.split('.')[0]}.${'A'.repeat(22)}`)).toBeNull();
  });

  test('that was read while its session ended is not cached', async () => {
    const token = await accounts.login(await accounts.register());
    const reading = accounts.principalOf(token);
    accounts.deps.sessions.drop();
    await reading;
    expect(accounts.deps.sessions.find(token)).toBeInstanceOf(Promise);
  });
});

describe('sessions', () => {
  test('tell where they began, and which one asks', async () => {
    const email = await accounts.register();
    const phone = await accounts.login(email, PASSWORD, { ip: '198.51.100.7', userAgent: 'phone' });
    world.clock.advance(1_000);
    const desk = await accounts.login(email, PASSWORD, { ip: '2001:db8::1', userAgent: 'desk' });
    const expiresAt = new Date(world.clock.now().getTime() + SESSION_DAYS * DAY_MS);
    expect(await sessionsOf(phone)).toMatchObject([
      { isCurrent: false, userAgent: 'desk', ip: '2001:db8::1', createdAt: world.clock.now(), expiresAt },
      { isCurrent: true, userAgent: 'phone', ip: '198.51.100.7' },
    ]);
    expect(await sessionsOf(desk)).toMatchObject([{ isCurrent: true }, { isCurrent: false }]);
  });

  test('are ended by their own customer only', async () => {
    const [own, others] = [await accounts.login(await accounts.register()), await accounts.login(await accounts.register())];
    const [victim] = await sessionsOf(others);
    expect(await revokeSession(world.web, accounts.deps, await accounts.callerOf(own), { id: victim?.id ?? '' })).toEqual({ done: true });
    expect(await sessionsOf(others)).toHaveLength(1);
    const [mine] = await sessionsOf(own);
    await revokeSession(world.web, accounts.deps, await accounts.callerOf(own), { id: mine?.id ?? '' });
    expect(await accounts.principalOf(own)).toBeNull();
    expect(await accounts.principalOf(others)).not.toBeNull();
  });

  test('end with logout, and with a login from within', async () => {
    const email = await accounts.register();
    const first = await accounts.login(email);
    const second = await accounts.login(email, PASSWORD, await accounts.callerOf(first));
    expect(second).not.toBe(first);
    expect(await accounts.principalOf(first)).toBeNull();
    await logout(world.web, accounts.deps, await accounts.callerOf(second));
    expect(await accounts.principalOf(second)).toBeNull();
    await expect(logout(world.web, accounts.deps, testCaller())).rejects.toMatchObject({ code: 'REQUIRED_LOGIN' });
  });
});

describe('changing the password', () => {
  test('ends every session, and begins one', async () => {
    const email = await accounts.register();
    const [phone, desk] = [await accounts.login(email), await accounts.login(email)];
    const caller = await accounts.callerOf(desk, { userAgent: 'desk' });
    const { token } = await changePassword(world.web, accounts.deps, caller, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    for (const old of [phone, desk]) expect(await accounts.principalOf(old)).toBeNull();
    expect(await sessionsOf(token)).toMatchObject([{ isCurrent: true, userAgent: 'desk', ip: caller.ip }]);
    await expect(accounts.login(email)).rejects.toMatchObject(INVALID);
    expect(await accounts.principalOf(await accounts.login(email, NEW_PASSWORD))).not.toBeNull();
  });

  test('needs the present one, which a stolen session may guess ten times a day', async () => {
    const email = await accounts.register();
    const token = await accounts.login(email);
    const guess = async (currentPassword: string, newPassword = NEW_PASSWORD) =>
      changePassword(world.web, accounts.deps, await accounts.callerOf(token), { currentPassword, newPassword }).then(
        () => 'changed',
        (error: { readonly code?: string }) => error.code,
      );
    expect(await guess(PASSWORD, '123456')).toBe('PASSWORD_COMMON');
    expect(await guess(PASSWORD, email.split('@')[0])).toBe('PASSWORD_COMMON');
    const answers: unknown[] = [];
    for (let n = 0; n < 11; n += 1) answers.push(await guess(`wrong word ${n}`));
    expect(answers).toEqual([...Array(10).fill('CREDENTIALS_INVALID'), 'TOO_MANY_PASSWORDS']);
    expect(await guess(PASSWORD)).toBe('TOO_MANY_PASSWORDS');
    world.clock.advance(DAY_MS);
    expect(await guess(PASSWORD)).toBe('changed');
  });
});
