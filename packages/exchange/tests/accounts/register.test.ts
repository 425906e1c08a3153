import { registerInput } from '@quydoi/contract/accounts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { me } from '../../src/accounts/me.ts';
import { register } from '../../src/accounts/register.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

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

/** The customer who logs in by this name. */
async function customerOf(name: string, password = PASSWORD) {
  return me(world.web, accounts.deps, await accounts.callerOf(await accounts.login(name, password)));
}

async function counts(): Promise<unknown> {
  return world.database.query(
    'select (select count(*) from auth."user")::int as users, (select count(*) from auth.account)::int as accounts, (select count(*) from customer)::int as customers',
  );
}

test('an account is a customer with what was given, and defaults for the rest', async () => {
  const email = await accounts.register(
    { username: 'LanNguyen', fullName: ' Nguyễn Thị Lan ', firstName: 'Lan', lastName: 'Nguyễn' },
    { locale: 'ko' },
  );
  expect(await customerOf(email)).toEqual({
    id: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/),
    email,
    isEmailVerified: false,
    username: 'LanNguyen',
    avatar: null,
    fullName: 'Nguyễn Thị Lan',
    firstName: 'Lan',
    lastName: 'Nguyễn',
    birthday: '',
    passportId: '',
    phoneNumber: '',
    streetAddress1: '',
    streetAddress2: '',
    city: '',
    postalCode: '',
    countryCode: '',
    language: 'ko',
    timeZone: 'Asia/Ho_Chi_Minh',
    currencyKey: 'vnd',
    isLockScreen: false,
    sponsor: null,
    docStatus: 'not_uploaded',
    twoFactor: 'none',
    createdAt: world.clock.now(),
  });
  const other = await accounts.register({ language: 'jp', timeZone: 'Asia/Tokyo', currencyKey: 'usd' });
  expect(await customerOf(other)).toMatchObject({ username: null, fullName: '', language: 'jp', timeZone: 'Asia/Tokyo', currencyKey: 'usd' });
});

test('nothing else can be set by who registers', () => {
  const extra = {
    id: '22222222',
    sponsor: '22222222',
    docStatus: 'verify',
    role: 'admin',
    emailVerified: true,
    orderCount: 9,
    name: 'x',
    image: 'x',
  };
  expect(registerInput.parse({ email: 'lan@example.vn', password: PASSWORD, ...extra })).toEqual({ email: 'lan@example.vn', password: PASSWORD });
});

describe('the sponsor', () => {
  test('is the customer whose link was followed, as it was typed', async () => {
    const { id } = await customerOf(await accounts.register());
    for (const ref of [id, id.toLowerCase(), `${id.slice(0, 4)}-${id.slice(4)}`]) {
      expect(await customerOf(await accounts.register({ ref }))).toMatchObject({ sponsor: id });
    }
  });

  test.each(['22222222', 'nobody', "'; --", '', '-', 'Z'.repeat(100)])('%j is nobody, and no reason to refuse', async (ref) => {
    expect(await customerOf(await accounts.register({ ref }))).toMatchObject({ sponsor: null });
  });
});

describe('what is taken', () => {
  test('an e-mail address that has an account, in any case of letters, changes nothing and is answered alike', async () => {
    const email = await accounts.register({ fullName: 'Lan' });
    const before = await counts();
    const again = registerInput.parse({ email: email.toUpperCase(), password: 'another word 8', fullName: 'Thief', username: 'thief1' });
    const hashedBefore = accounts.hashed.count;
    expect(await register(world.web, accounts.deps, testCaller(), again)).toEqual({ status: 'accepted' });
    expect(accounts.hashed.count - hashedBefore).toBe(1);
    expect(await counts()).toEqual(before);
    expect(await customerOf(email)).toMatchObject({ fullName: 'Lan', username: null });
    await expect(accounts.login(email, 'another word 8')).rejects.toMatchObject({ code: 'CREDENTIALS_INVALID' });
  });

  test('a username that is taken is left out', async () => {
    const first = await accounts.register({ username: 'Minh88' });
    const second = await accounts.register({ username: 'mINH88' });
    expect([(await customerOf(first)).username, (await customerOf(second)).username]).toEqual(['Minh88', null]);
  });

  test('of registrations at once one gets the address, and one the name', async () => {
    const web2 = openAccounts(world);
    const same = { email: 'twice@example.vn', username: 'twice' };
    await Promise.all([accounts.register(same), web2.register(same), accounts.register({ username: 'twice' }), web2.register({ username: 'twice' })]);
    await web2.close();
    expect(await world.database.query(`select count(*)::int as n from auth."user" where email = 'twice@example.vn'`)).toEqual([{ n: 1 }]);
    expect(await world.database.query(`select count(*)::int as n from auth."user" where username = 'twice'`)).toEqual([{ n: 1 }]);
    expect((await customerOf('twice@example.vn')).email).toBe('twice@example.vn');
  });
});

test('a user is not made without its customer', async () => {
  const before = await counts();
  await world.database.query(`alter table customer add constraint refuses check (full_name <> 'refused')`);
  await expect(accounts.register({ fullName: 'refused' })).rejects.toThrow();
  await world.database.query('alter table customer drop constraint refuses');
  expect(await counts()).toEqual(before);
});

test.each(['123456', 'Password1', 'me@example.vn'])('the password %s is refused before anything is looked up', async (password) => {
  const hashedBefore = accounts.hashed.count;
  await expect(accounts.register({ email: 'me@example.vn', password })).rejects.toMatchObject({ code: 'PASSWORD_COMMON' });
  expect(accounts.hashed.count).toBe(hashedBefore);
});

test.each([
  ['a short password', { password: '12345' }],
  ['a long password', { password: 'x'.repeat(21) }],
  ['no address', { email: 'lan' }],
  ['a long address', { email: `${'x'.repeat(250)}@example.vn` }],
  ['a username with signs', { username: 'lan.nguyen' }],
  ['a username that is an address', { username: 'lan@example.vn' }],
  ['a short username', { username: 'ab' }],
  ['a long full name', { fullName: 'x'.repeat(201) }],
  ['a long first name', { firstName: 'x'.repeat(101) }],
  ['a long last name', { lastName: 'x'.repeat(101) }],
  ['a time zone that there is not', { timeZone: 'Mars/Olympus' }],
  ['a language that there is not', { language: 'fr' }],
])('%s fits no schema', (_, input) => {
  expect(registerInput.safeParse({ email: 'lan@example.vn', password: PASSWORD, ...input }).success).toBe(false);
});
