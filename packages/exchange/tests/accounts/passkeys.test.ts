import type { Caller } from '@quydoi/contract/caller';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { PASSKEY_SECONDS, PASSKEYS_MAX } from '@quydoi/domain/constants';
import { DAY_MS, SECOND_MS } from '@quydoi/domain/durations';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount } from '../../src/accounts/delete-account.ts';
import { type Mail, sendMails } from '../../src/accounts/mail-queue.ts';
import { addPasskey, setUpPasskey } from '../../src/accounts/passkeys/add-passkey.ts';
import { loginWithPasskey, passkeyLogin } from '../../src/accounts/passkeys/login-with-passkey.ts';
import { listOwnPasskeys, removePasskey } from '../../src/accounts/passkeys/own-passkeys.ts';
import { forgotPassword, resetPassword } from '../../src/accounts/reset-password.ts';
import { listOwnSessions, revokeOtherSessions } from '../../src/accounts/sessions-of-customer.ts';
import { activateTwoFactor, setUpTwoFactor } from '../../src/accounts/two-factor/set-up-two-factor.ts';
import { exportData } from '../../src/own-data/export-data.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { type Authenticator, createAuthenticator } from '../../testing/authenticator.ts';
import { testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

const ORIGIN = 'http://localhost:3000';
const NEW_PASSWORD = 'ca phe sua da 9';
const FORBIDDEN = { code: '42501' };

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

const newAuthenticator = (more: Partial<Parameters<typeof createAuthenticator>[0]> = {}) => createAuthenticator({ origin: ORIGIN, ...more });

/** A customer with a passkey. */
interface Owner {
  readonly email: string;
  readonly customerId: string;
  readonly device: Partial<Caller>;
  /** With a session that has begun by password. */
  readonly caller: Caller;
  readonly authenticator: Authenticator;
}

let devices = 0;

async function openCustomer(): Promise<Omit<Owner, 'authenticator'>> {
  devices += 1;
  const device = { deviceId: `own device ${devices}`, userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/138.0.0.0' };
  const email = await accounts.register();
  const caller = await accounts.callerOf(await accounts.login(email, PASSWORD, device), device);
  const customerId = caller.principal.kind === 'customer' ? caller.principal.customerId : '';
  return { email, customerId, device, caller };
}

/** Adds a passkey of an authenticator. */
async function add(caller: Caller, authenticator: Authenticator, faults: Parameters<Authenticator['create']>[1] = {}, name?: string) {
  const { options, setUp } = await setUpPasskey(world.web, accounts.deps, caller, { password: PASSWORD });
  return addPasskey(world.web, accounts.deps, caller, { setUp, credential: authenticator.create(options, faults), name });
}

async function openOwner(authenticator = newAuthenticator()): Promise<Owner> {
  const customer = await openCustomer();
  await add(customer.caller, authenticator);
  return { ...customer, authenticator };
}

/** Logs in with a passkey, by default from an unknown device. */
async function enter(
  authenticator: Authenticator,
  faults: Parameters<Authenticator['get']>[1] = {},
  by: Partial<Caller> = { deviceId: 'new device' },
) {
  const { options, challenge } = await passkeyLogin(world.web, accounts.deps, testCaller(by));
  return loginWithPasskey(world.web, accounts.deps, testCaller(by), { challenge, credential: authenticator.get(options, faults) });
}

/** Code of a call's refusal, or `done`. */
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { readonly code?: string }) => error.code ?? String(error),
  );

const namesOf = async (caller: Caller) => (await listOwnPasskeys(world.web, accounts.deps, caller)).items.map(({ name }) => name);
const customerOf = async (token: string) => {
  const principal = await accounts.principalOf(token);
  return principal?.kind === 'customer' ? principal.customerId : null;
};

/** Mails to an address that have not been read. */
async function newMails(email: string): Promise<Mail[]> {
  const sent: Mail[] = [];
  while (await sendMails(world.web, accounts.deps, { send: async (mail) => void sent.push(mail) }));
  return sent.filter(({ address }) => address === email);
}
const newKinds = async (email: string) => (await newMails(email)).map(({ kind }) => kind);

/** Switches the second factor on. @returns a caller with the new session, and the code that counts now */
async function switchSecondFactorOn({ caller, device }: Pick<Owner, 'caller' | 'device'>) {
  const { secret, setUp } = await setUpTwoFactor(world.web, accounts.deps, caller, { password: PASSWORD });
  const codeNow = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: world.clock.now().getTime() });
  const { token } = await activateTwoFactor(world.web, accounts.deps, caller, { setUp, code: codeNow() });
  world.clock.advance(30_000);
  return { caller: await accounts.callerOf(token, device), codeNow };
}

async function resetByMail(email: string): Promise<void> {
  await forgotPassword(world.web, accounts.deps, { email });
  const mail = (await newMails(email)).find(({ kind }) => kind === 'reset-password');
  const token = (mail && 'link' in mail.params && new URL(mail.params.link).searchParams.get('token')) || '';
  await resetPassword(world.web, accounts.deps, testCaller(), { token, newPassword: NEW_PASSWORD });
}

describe('a passkey is added', () => {
  test('once, however often what the browser has made comes because the answer was lost; the owner is told once', async () => {
    const { email, caller } = await openCustomer();
    await newMails(email);
    const { options, setUp } = await setUpPasskey(world.web, accounts.deps, caller, { password: PASSWORD });
    const authenticator = newAuthenticator();
    const credential = authenticator.create(options);
    const first = await addPasskey(world.web, accounts.deps, caller, { setUp, credential });
    expect(await addPasskey(world.web, accounts.deps, caller, { setUp, credential })).toEqual(first);
    expect(await newKinds(email)).toEqual(['passkey-added']);
    expect(await outcomeOf(enter(authenticator))).toBe('done');
    // No other one under the same challenge.
    expect(await outcomeOf(addPasskey(world.web, accounts.deps, caller, { setUp, credential: newAuthenticator().create(options) }))).toBe(
      'PASSKEY_INVALID',
    );
  });

  test('by the password and what the browser has made, under the customer’s name for it or that of the device, and the owner is told', async () => {
    const { email, caller, customerId } = await openCustomer();
    await newMails(email);
    const { options, setUp, expiresAt } = await setUpPasskey(world.web, accounts.deps, caller, { password: PASSWORD });
    expect(expiresAt).toEqual(new Date(world.clock.now().getTime() + PASSKEY_SECONDS * SECOND_MS));
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Quy Đổi' },
      user: { name: email },
      excludeCredentials: [],
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    // The handle tells nobody who it is.
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
    expect(Buffer.from(options.user.id, 'base64url').toString()).not.toContain(customerId);
    expect(await namesOf(caller)).toEqual([]);
    await addPasskey(world.web, accounts.deps, caller, { setUp, credential: newAuthenticator().create(options) });
    const first = world.clock.now();
    world.clock.advance(SECOND_MS);
    const { items } = await add(caller, newAuthenticator(), {}, 'Điện thoại của Lan');
    expect(items).toEqual([
      { id: expect.any(String), name: 'Chrome, Android', createdAt: first, usedAt: null },
      { id: expect.any(String), name: 'Điện thoại của Lan', createdAt: world.clock.now(), usedAt: null },
    ]);
    expect(await newKinds(email)).toEqual(['passkey-added', 'passkey-added']);
    // Authenticators are told those that there are, and the same handle each time.
    const again = await setUpPasskey(world.web, accounts.deps, caller, { password: PASSWORD });
    expect(again.options.excludeCredentials.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(again.options.user.id).toBe(options.user.id);
  });

  test('not without the password, nor without a code where there is a second factor', async () => {
    const customer = await openCustomer();
    const setUpBy = (caller: Caller, proof: { password: string; code?: string }) => outcomeOf(setUpPasskey(world.web, accounts.deps, caller, proof));
    expect(await setUpBy(customer.caller, { password: 'wrong word 1' })).toBe('CREDENTIALS_INVALID');
    expect(await setUpBy(testCaller(), { password: PASSWORD })).toBe('REQUIRED_LOGIN');
    const { caller, codeNow } = await switchSecondFactorOn(customer);
    expect(await setUpBy(caller, { password: PASSWORD })).toBe('CODE_INVALID');
    expect(await setUpBy(caller, { password: PASSWORD, code: codeNow() })).toBe('done');
  });

  test.each<[string, Parameters<Authenticator['create']>[1]]>([
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['on another origin', { origin: 'http://localhost:3001' }],
    ['for another host', { rpId: 'example.vn' }],
    ['without verifying its user', { isUserVerified: false }],
    ['without a user', { isUserPresent: false }],
    ['as a login', { type: 'webauthn.get' }],
    ['with a statement of an unknown kind', { attestation: { format: 'tpm', statement: Buffer.from('a0', 'hex') } }],
    // {x5c: []}
    ['with certificates', { attestation: { format: 'packed', statement: Buffer.from('a163783563 80'.replace(' ', ''), 'hex') } }],
    ['with a statement that is no CBOR', { attestation: { format: 'none', statement: Buffer.from('ff', 'hex') } }],
  ])('not if it was made %s', async (_, faults) => {
    const { caller } = await openCustomer();
    expect(await outcomeOf(add(caller, newAuthenticator(), faults))).toBe('PASSKEY_INVALID');
    expect(await namesOf(caller)).toEqual([]);
  });

  test('also where the authenticator signs with the new key that it has made it', async () => {
    const { caller } = await openCustomer();
    expect((await add(caller, newAuthenticator(), { attestation: 'self' })).items).toHaveLength(1);
  });

  test('once, in time, by the session that began it and on its device', async () => {
    const [customer, thief] = [await openCustomer(), await openCustomer()];
    const authenticator = newAuthenticator();
    const { options, setUp } = await setUpPasskey(world.web, accounts.deps, customer.caller, { password: PASSWORD });
    const credential = authenticator.create(options);
    const addBy = (caller: Caller, token = setUp, made = credential) =>
      outcomeOf(addPasskey(world.web, accounts.deps, caller, { setUp: token, credential: made }));
    const otherSession = await accounts.callerOf(await accounts.login(customer.email, PASSWORD, customer.device), customer.device);
    const { challenge } = await passkeyLogin(world.web, accounts.deps, customer.caller);
    for (const caller of [thief.caller, otherSession, { ...customer.caller, deviceId: 'another' }, { ...customer.caller, deviceId: null }])
      expect(await addBy(caller)).toBe('CHALLENGE_INVALID');
    for (const token of ['', 'x', `${setUp}x`, challenge]) expect(await addBy(customer.caller, token)).toBe('CHALLENGE_INVALID');
    const another = newAuthenticator().create(options);
    expect((await Promise.all([addBy(customer.caller), addBy(customer.caller, setUp, another)])).toSorted()).toEqual(['PASSKEY_INVALID', 'done']);
    const late = await setUpPasskey(world.web, accounts.deps, customer.caller, { password: PASSWORD });
    world.clock.advance(PASSKEY_SECONDS * SECOND_MS);
    const adding = addPasskey(world.web, accounts.deps, customer.caller, { setUp: late.setUp, credential: authenticator.create(late.options) });
    expect(await outcomeOf(adding)).toBe('CHALLENGE_INVALID');
  });

  test('not by a session that has ended since', async () => {
    const { caller, email } = await openCustomer();
    const { options, setUp } = await setUpPasskey(world.web, accounts.deps, caller, { password: PASSWORD });
    await revokeOtherSessions(world.web, accounts.deps, await accounts.callerOf(await accounts.login(email)));
    const adding = addPasskey(world.web, accounts.deps, caller, { setUp, credential: newAuthenticator().create(options) });
    expect(await outcomeOf(adding)).toBe('REQUIRED_LOGIN');
  });

  test(`up to ${PASSKEYS_MAX} times`, async () => {
    const { caller } = await openCustomer();
    const spare = await setUpPasskey(world.web, accounts.deps, caller, { password: PASSWORD });
    for (let n = 0; n < PASSKEYS_MAX; n += 1) await add(caller, newAuthenticator());
    expect(await outcomeOf(add(caller, newAuthenticator()))).toBe('TOO_MANY_PASSKEYS');
    const adding = addPasskey(world.web, accounts.deps, caller, { setUp: spare.setUp, credential: newAuthenticator().create(spare.options) });
    expect(await outcomeOf(adding)).toBe('TOO_MANY_PASSKEYS');
    expect(await namesOf(caller)).toHaveLength(PASSKEYS_MAX);
  });
});

describe('a login with a passkey', () => {
  test.each(['ES256', 'EdDSA', 'RS256'] as const)('begins a session by a signature with %s, without hashing any password', async (algorithm) => {
    const { authenticator, customerId, caller } = await openOwner(newAuthenticator({ algorithm }));
    const { count } = accounts.hashed;
    const { token } = await enter(authenticator);
    expect(await customerOf(token)).toBe(customerId);
    expect(accounts.hashed.count).toBe(count);
    expect((await listOwnPasskeys(world.web, accounts.deps, caller)).items).toMatchObject([{ usedAt: world.clock.now() }]);
  });

  test('asks for no code, says nothing of any account beforehand, and ends the session that it was made with', async () => {
    const owner = await openOwner();
    const { caller } = await switchSecondFactorOn(owner);
    const { options } = await passkeyLogin(world.web, accounts.deps, caller);
    expect(options).toEqual({ challenge: expect.any(String), rpId: 'localhost', timeout: PASSKEY_SECONDS * SECOND_MS, userVerification: 'required' });
    const { token } = await enter(owner.authenticator, {}, caller);
    expect(await customerOf(token)).toBe(owner.customerId);
    expect((await listOwnSessions(world.web, await accounts.callerOf(token))).items).toMatchObject([{ isCurrent: true }]);
  });

  test('from a new device is told to the owner, like any other', async () => {
    const { authenticator, email, device } = await openOwner();
    await newMails(email);
    await enter(authenticator, {}, device);
    expect(await newKinds(email)).toEqual([]);
    await enter(authenticator, {}, { deviceId: 'never seen' });
    await enter(authenticator, {}, { deviceId: 'never seen' });
    expect(await newKinds(email)).toEqual(['new-sign-in']);
  });

  test.each<[string, Parameters<Authenticator['get']>[1]]>([
    ['over another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['for another origin', { origin: 'http://localhost:3001' }],
    ['for the origin without a port', { origin: 'http://localhost' }],
    ['for another host', { rpId: 'example.vn' }],
    ['without verifying its user', { isUserVerified: false }],
    ['without a user', { isUserPresent: false }],
    ['to make a passkey', { type: 'webauthn.create' }],
    ['for another customer’s handle', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['without a handle', { userHandle: '' }],
  ])('is refused for a signature %s', async (_, faults) => {
    const { authenticator } = await openOwner();
    expect(await outcomeOf(enter(authenticator, faults))).toBe('PASSKEY_INVALID');
    expect(await outcomeOf(enter(authenticator))).toBe('done');
  });

  test('is refused alike for an unknown passkey, a wrong signature, and one of another customer', async () => {
    const [owner, thief] = [await openOwner(), await openOwner()];
    const refusalOf = async (change: (credential: ReturnType<Authenticator['get']>) => ReturnType<Authenticator['get']>) => {
      const { options, challenge } = await passkeyLogin(world.web, accounts.deps, testCaller({ deviceId: 'new device' }));
      const input = { challenge, credential: change(owner.authenticator.get(options)) };
      const calling = loginWithPasskey(world.web, accounts.deps, testCaller({ deviceId: 'new device' }), input);
      return calling.catch(({ code, params, details }: Record<string, unknown>) => ({ code, params, details }));
    };
    const refusal = { code: 'PASSKEY_INVALID', params: {}, details: null };
    const unknown = Buffer.alloc(32, 7).toString('base64url');
    expect(await refusalOf((own) => ({ ...own, id: unknown, rawId: unknown }))).toEqual(refusal);
    expect(
      await refusalOf((own) => ({ ...own, response: { ...own.response, signature: own.response.signature.replace(/.{8}$/, 'AAAAAAAA') } })),
    ).toEqual(refusal);
    expect(await refusalOf((own) => ({ ...own, response: { ...own.response, signature: 'x' } }))).toEqual(refusal);
    expect(await refusalOf((own) => ({ ...own, response: { ...own.response, clientDataJSON: 'x', authenticatorData: '' } }))).toEqual(refusal);
    // The thief's signature under the owner's id, and the owner's handle under the thief's.
    const { options } = await passkeyLogin(world.web, accounts.deps, testCaller());
    const { id, response } = owner.authenticator.get(options);
    for (const faults of [{ userHandle: response.userHandle }, {}]) {
      const made = await passkeyLogin(world.web, accounts.deps, testCaller({ deviceId: 'new device' }));
      const own = thief.authenticator.get(made.options, faults);
      const credential = 'userHandle' in faults ? own : { ...own, id, rawId: id };
      const calling = loginWithPasskey(world.web, accounts.deps, testCaller({ deviceId: 'new device' }), { challenge: made.challenge, credential });
      expect(await outcomeOf(calling)).toBe('PASSKEY_INVALID');
    }
  });

  test('works once with a challenge, in time and on the device that asked for it', async () => {
    const { authenticator, customerId, caller } = await openOwner(newAuthenticator({ isCounting: false }));
    const device = { deviceId: 'new device' };
    const { options, challenge } = await passkeyLogin(world.web, accounts.deps, testCaller(device));
    const credential = authenticator.get(options);
    const login = (by: Partial<Caller>, token = challenge) =>
      loginWithPasskey(world.web, accounts.deps, testCaller(by), { challenge: token, credential });
    const { setUp } = await setUpPasskey(world.web, accounts.deps, caller, { password: PASSWORD });
    for (const by of [{ deviceId: 'another' }, { deviceId: null }]) expect(await outcomeOf(login(by))).toBe('CHALLENGE_INVALID');
    for (const token of ['', 'x', `${challenge}x`, setUp, challenge.replace(/\.\w+\./, '.zzzzzzzz.')])
      expect(await outcomeOf(login(device, token))).toBe('CHALLENGE_INVALID');
    expect(await customerOf((await login(device)).token)).toBe(customerId);
    expect(await outcomeOf(login(device))).toBe('PASSKEY_INVALID');
    const late = await passkeyLogin(world.web, accounts.deps, testCaller(device));
    world.clock.advance(PASSKEY_SECONDS * SECOND_MS);
    const calling = loginWithPasskey(world.web, accounts.deps, testCaller(device), {
      challenge: late.challenge,
      credential: authenticator.get(late.options),
    });
    expect(await outcomeOf(calling)).toBe('CHALLENGE_INVALID');
  });

  test('works once with a challenge also when two use it at the same moment, and when midnight comes between', async () => {
    const { authenticator } = await openOwner(newAuthenticator({ isCounting: false }));
    const device = { deviceId: 'new device' };
    world.clock.advance(DAY_MS - (world.clock.now().getTime() % DAY_MS) - SECOND_MS);
    const { options, challenge } = await passkeyLogin(world.web, accounts.deps, testCaller(device));
    const credential = authenticator.get(options);
    const login = () => outcomeOf(loginWithPasskey(world.web, accounts.deps, testCaller(device), { challenge, credential }));
    expect((await Promise.all([login(), login(), login()])).toSorted()).toEqual(['PASSKEY_INVALID', 'PASSKEY_INVALID', 'done']);
    world.clock.advance(2 * SECOND_MS);
    expect(await login()).toBe('PASSKEY_INVALID');
  });
});

describe('the count of signatures', () => {
  test('shows a copy of an authenticator, which is refused and told to the owner', async () => {
    const { authenticator, email } = await openOwner();
    const copy = authenticator.copy();
    expect(await outcomeOf(enter(authenticator))).toBe('done');
    await newMails(email);
    // It has signed as often as the true one, and then less often.
    expect(await outcomeOf(enter(copy))).toBe('PASSKEY_INVALID');
    expect(await outcomeOf(enter(copy, { signCount: 0 }))).toBe('PASSKEY_INVALID');
    expect(await newKinds(email)).toEqual(['passkey-copied', 'passkey-copied']);
    expect(await outcomeOf(enter(authenticator))).toBe('done');
  });

  test('tells the owner nothing where the signature is wrong, which anybody can send', async () => {
    const { authenticator, email } = await openOwner();
    await enter(authenticator);
    await newMails(email);
    expect(await outcomeOf(enter(authenticator, { signCount: 0, isUserVerified: false }))).toBe('PASSKEY_INVALID');
    expect(await newKinds(email)).toEqual([]);
  });

  test('stays zero for authenticators that do not count', async () => {
    const { authenticator } = await openOwner(newAuthenticator({ isCounting: false }));
    for (let n = 0; n < 3; n += 1) expect(await outcomeOf(enter(authenticator))).toBe('done');
  });
});

describe('a passkey is removed', () => {
  test('by the password; then it logs nobody in, all other sessions end, and the owner is told', async () => {
    const { email, caller, authenticator } = await openOwner();
    const phone = await enter(authenticator);
    await newMails(email);
    const [passkey] = (await listOwnPasskeys(world.web, accounts.deps, caller)).items;
    const remove = (password: string) => removePasskey(world.web, accounts.deps, caller, { id: passkey?.id ?? '', password });
    expect(await outcomeOf(remove('wrong word 1'))).toBe('CREDENTIALS_INVALID');
    const { token } = await remove(PASSWORD);
    expect(await customerOf(phone.token)).toBeNull();
    expect(await customerOf(token)).not.toBeNull();
    expect(await namesOf(caller)).toEqual([]);
    expect(await outcomeOf(enter(authenticator))).toBe('PASSKEY_INVALID');
    expect(await newKinds(email)).toEqual(['passkey-removed']);
  });

  test('with a code where there is a second factor, and never another customer’s', async () => {
    const [owner, other] = [await openOwner(), await openOwner()];
    const { caller, codeNow } = await switchSecondFactorOn(owner);
    const [own] = (await listOwnPasskeys(world.web, accounts.deps, caller)).items;
    const [others] = (await listOwnPasskeys(world.web, accounts.deps, other.caller)).items;
    const remove = (id: string | undefined, by: Caller, code?: string) =>
      removePasskey(world.web, accounts.deps, by, { id: id ?? '', password: PASSWORD, ...(code === undefined ? {} : { code }) });
    expect(await outcomeOf(remove(own?.id, caller))).toBe('CODE_INVALID');
    const { token } = await remove(others?.id, caller, codeNow());
    expect(await outcomeOf(enter(other.authenticator))).toBe('done');
    world.clock.advance(30_000);
    await remove(own?.id, await accounts.callerOf(token, owner.device), codeNow());
    expect(await outcomeOf(enter(owner.authenticator))).toBe('PASSKEY_INVALID');
  });

  test('with all others by a reset of the password: who added one with a stolen password does not stay in', async () => {
    const { email, caller, authenticator } = await openOwner();
    const thiefs = newAuthenticator();
    await add(caller, thiefs);
    await resetByMail(email);
    for (const one of [authenticator, thiefs]) expect(await outcomeOf(enter(one))).toBe('PASSKEY_INVALID');
    const session = await accounts.callerOf(await accounts.login(email, NEW_PASSWORD));
    expect(await namesOf(session)).toEqual([]);
  });

  test('never while the reset goes on: one that is being added comes before it, or not at all', async () => {
    const { email, caller } = await openCustomer();
    const authenticator = newAuthenticator();
    const { options, setUp } = await setUpPasskey(world.web, accounts.deps, caller, { password: PASSWORD });
    const adding = outcomeOf(addPasskey(world.web, accounts.deps, caller, { setUp, credential: authenticator.create(options) }));
    await resetByMail(email);
    expect(['done', 'REQUIRED_LOGIN']).toContain(await adding);
    expect(await outcomeOf(enter(authenticator))).toBe('PASSKEY_INVALID');
  });

  test('with the account', async () => {
    const { caller, customerId, authenticator } = await openOwner();
    await deleteAccount(world.web, accounts.deps, caller, { password: PASSWORD });
    expect(await outcomeOf(enter(authenticator))).toBe('PASSKEY_INVALID');
    expect(await world.database.query('select id from auth.passkey where user_id = $1', [customerId])).toEqual([]);
  });
});

test('the export of a customer’s data lists their passkeys, without keys', async () => {
  const { caller, authenticator } = await openOwner();
  await enter(authenticator);
  const { passkeys } = await exportData(world.web, world.deps, accounts.deps, caller);
  expect(passkeys).toEqual([{ name: 'Chrome, Android', createdAt: world.clock.now(), usedAt: world.clock.now() }]);
});

describe('with the web’s database login alone', () => {
  const asWeb = (text: string, values: readonly unknown[] = []) => world.database.query(text, values, 'quydoi_web');
  const INSERTED = 'id, user_id, public_key, sign_count, transports, name, code, removal_hash, created_at';
  const rowOf = async (customerId: string) =>
    (await asWeb('select to_jsonb(p) as row from auth.passkey p where user_id = $1', [customerId]))[0]?.row as object;
  const insert = (row: object) =>
    asWeb(`insert into auth.passkey (${INSERTED}) select ${INSERTED} from jsonb_populate_record(null::auth.passkey, $1::jsonb)`, [
      JSON.stringify(row),
    ]);

  test('nobody gets in by a key of their own: neither by a new row, nor by one that was another customer’s', async () => {
    const [victim, thief] = [await openOwner(), await openOwner()];
    const [theirs, own] = [await rowOf(victim.customerId), await rowOf(thief.customerId)];
    // The thief has the key, and knows the victim's handle.
    const { options } = await setUpPasskey(world.web, accounts.deps, victim.caller, { password: PASSWORD });
    const { id } = own as { readonly id: string };
    for (const code of ['', (own as { code: string }).code, (theirs as { code: string }).code]) {
      await world.database.query('delete from auth.passkey where id = $1', [id]);
      await insert({ ...own, user_id: victim.customerId, code });
      expect(await outcomeOf(enter(thief.authenticator, { userHandle: options.user.id }))).toBe('PASSKEY_INVALID');
      expect(await namesOf(victim.caller)).toHaveLength(1);
    }
    for (const set of ['public_key', 'user_id', 'code', 'removal_hash', 'removed_at', 'id'])
      await expect(asWeb(`update auth.passkey set ${set} = null where user_id = $1`, [victim.customerId])).rejects.toMatchObject(FORBIDDEN);
    await expect(asWeb('delete from auth.passkey')).rejects.toMatchObject(FORBIDDEN);
  });

  test('nobody brings back a passkey that was removed, nor removes one, nor turns back its count', async () => {
    const { caller, customerId, authenticator } = await openOwner();
    await enter(authenticator);
    const row = (await rowOf(customerId)) as { readonly id: string };
    const remove = async (codes: readonly string[]) => (await asWeb('select auth.remove_passkeys($1, $2::text[]) as n', [customerId, codes]))[0]?.n;
    expect(await remove(Object.values(row).map(String))).toBe(0);
    await expect(asWeb('update auth.passkey set sign_count = 0 where user_id = $1', [customerId])).rejects.toMatchObject({ code: 'QD067' });
    await expect(asWeb('update auth.passkey set used_at = null where user_id = $1', [customerId])).rejects.toMatchObject({ code: 'QD067' });
    await removePasskey(world.web, accounts.deps, caller, { id: row.id, password: PASSWORD });
    await expect(insert(row)).rejects.toMatchObject({ code: '23505' });
    expect(await outcomeOf(enter(authenticator))).toBe('PASSKEY_INVALID');
    // Of what was removed, only the id is left.
    expect(await rowOf(customerId)).toMatchObject({ id: row.id, public_key: '', name: '', code: '', removal_hash: null });
  });
});
