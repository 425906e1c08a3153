import type { LoginView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { LOGIN_CODE_SECONDS, RECOVERY_CODES, TWO_FACTOR_SET_UP_SECONDS, WRONG_CODES_PER_DAY_MAX } from '@quydoi/domain/constants';
import { DAY_MS, SECOND_MS } from '@quydoi/domain/durations';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changePassword } from '../../src/accounts/change-password.ts';
import { login } from '../../src/accounts/login.ts';
import { loginWithCode } from '../../src/accounts/login-with-code.ts';
import { type Mail, sendMails } from '../../src/accounts/mail-queue.ts';
import { me } from '../../src/accounts/me.ts';
import { forgotPassword, resetPassword } from '../../src/accounts/reset-password.ts';
import { listOwnSessions, revokeOtherSessions } from '../../src/accounts/sessions-of-customer.ts';
import { readTwoFactor, replaceRecoveryCodes, turnOffTwoFactor } from '../../src/accounts/two-factor/change-two-factor.ts';
import { activateTwoFactor, setUpTwoFactor } from '../../src/accounts/two-factor/set-up-two-factor.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

const NEW_PASSWORD = 'ca phe sua da 9';
const STEP_MS = 30_000;

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

/** A customer whose second factor is on. */
interface Owner {
  readonly email: string;
  readonly customerId: string;
  /** Of the authenticator app. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** Bearer token. */
  readonly token: string;
  /** The device that the customer has logged in from. */
  readonly device: Partial<Caller>;
}

/** What an app with this secret shows, some steps from now. */
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: world.clock.now().getTime() + steps * STEP_MS });

/** Six digits that are no code now. */
function wrongCode(secret: string, n = 0): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  const wrong = Array.from({ length: 100 }, (_, index) => String(n * 100 + index).padStart(6, '0'));
  return wrong.find((code) => !right.includes(code)) ?? '';
}

/** The time of the next code. */
const nextCode = () => world.clock.advance(STEP_MS);

let devices = 0;

/** Registers a customer and switches the second factor on. */
async function openOwner(): Promise<Owner> {
  devices += 1;
  const device = { deviceId: `own device ${devices}` };
  const email = await accounts.register();
  const caller = await accounts.callerOf(await accounts.login(email, PASSWORD, device), device);
  const { secret, setUp } = await setUpTwoFactor(world.web, accounts.deps, caller, { password: PASSWORD });
  const { token, recoveryCodes } = await activateTwoFactor(world.web, accounts.deps, caller, { setUp, code: codeOf(secret) });
  nextCode();
  const { id: customerId } = await me(world.web, accounts.deps, await accounts.callerOf(token));
  return { email, customerId, secret, recoveryCodes, token, device };
}

/** Types the password, from a device of its own unless said otherwise. */
const typePassword = (email: string, caller: Partial<Caller> = {}, password = PASSWORD): Promise<LoginView> =>
  login(world.web, accounts.deps, testCaller(caller), { login: email, password });

/** Challenge of a login that wants a code. */
async function challengeOf(email: string, caller: Partial<Caller> = {}, password = PASSWORD): Promise<string> {
  const answer = await typePassword(email, caller, password);
  if (!('challenge' in answer)) throw new Error('no code is wanted');
  return answer.challenge;
}

const typeCode = (challenge: string, code: string, caller: Partial<Caller> = {}) =>
  loginWithCode(world.web, accounts.deps, testCaller(caller), { challenge, code });

/** Logs in with password and code. */
async function enter({ email, secret }: Pick<Owner, 'email' | 'secret'>, code = codeOf(secret), caller: Partial<Caller> = { deviceId: 'any' }) {
  return typeCode(await challengeOf(email, caller), code, caller);
}

/** Code of a call's refusal, or `done`. */
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { readonly code?: string }) => error.code ?? String(error),
  );

/** Kinds of the mails to an address that have not been read. */
async function newMails(email: string): Promise<string[]> {
  const sent: Mail[] = [];
  while (await sendMails(world.web, accounts.deps, { send: async (mail) => void sent.push(mail) }));
  return sent.filter(({ address }) => address === email).map(({ kind }) => kind);
}

describe('setting up', () => {
  test('takes the password, and a code of the app that has the secret; then all other sessions end', async () => {
    const email = await accounts.register();
    const [phone, desk] = [await accounts.login(email), await accounts.login(email)];
    const caller = await accounts.callerOf(desk);
    const setUpWith = (password: string) => setUpTwoFactor(world.web, accounts.deps, caller, { password });
    expect(await outcomeOf(setUpWith('wrong word 1'))).toBe('CREDENTIALS_INVALID');
    const { secret, uri, setUp, expiresAt } = await setUpWith(PASSWORD);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}`);
    expect(expiresAt).toEqual(new Date(world.clock.now().getTime() + TWO_FACTOR_SET_UP_SECONDS * SECOND_MS));
    const activate = (code: string) => activateTwoFactor(world.web, accounts.deps, caller, { setUp, code });
    expect(await outcomeOf(activate(wrongCode(secret)))).toBe('CODE_INVALID');
    expect(await readTwoFactor(world.web, accounts.deps, caller)).toMatchObject({ twoFactor: 'none', since: null, recoveryCodesLeft: 0 });
    expect(await typePassword(email)).toHaveProperty('token');
    await newMails(email);
    const { token, recoveryCodes } = await activate(codeOf(secret));
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES);
    for (const old of [phone, desk]) expect(await accounts.principalOf(old)).toBeNull();
    const session = await accounts.callerOf(token);
    expect((await listOwnSessions(world.web, session)).items).toMatchObject([{ isCurrent: true }]);
    expect(await readTwoFactor(world.web, accounts.deps, session)).toEqual({
      twoFactor: 'authenticator',
      sentTo: null,
      since: world.clock.now(),
      recoveryCodesLeft: RECOVERY_CODES,
      isSmsOffered: true,
    });
    expect(await me(world.web, accounts.deps, session)).toMatchObject({ twoFactor: 'authenticator' });
    expect(await newMails(email)).toEqual(['two-factor-on']);
  });

  test('is over after a while, is of one customer, and cannot be made up', async () => {
    const [email, other] = [await accounts.register(), await accounts.register()];
    const caller = await accounts.callerOf(await accounts.login(email));
    const { secret, setUp } = await setUpTwoFactor(world.web, accounts.deps, caller, { password: PASSWORD });
    const activateAs = async (who: Caller, token: string) =>
      outcomeOf(activateTwoFactor(world.web, accounts.deps, who, { setUp: token, code: codeOf(secret) }));
    const thief = await accounts.callerOf(await accounts.login(other));
    expect(await activateAs(thief, setUp)).toBe('CHALLENGE_INVALID');
    for (const token of ['', 'x', `${setUp}x`, setUp.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))])
      expect(await activateAs(caller, token)).toBe('CHALLENGE_INVALID');
    expect(await activateAs(caller, await challengeOf((await openOwner()).email))).toBe('CHALLENGE_INVALID');
    world.clock.advance(TWO_FACTOR_SET_UP_SECONDS * SECOND_MS);
    expect(await activateAs(caller, setUp)).toBe('CHALLENGE_INVALID');
  });

  test('happens once, also when two do it at the same moment', async () => {
    const email = await accounts.register();
    const caller = await accounts.callerOf(await accounts.login(email));
    const begin = () => setUpTwoFactor(world.web, accounts.deps, caller, { password: PASSWORD });
    const both = [await begin(), await begin()];
    const activations = both.map(({ setUp, secret }) =>
      outcomeOf(activateTwoFactor(world.web, accounts.deps, caller, { setUp, code: codeOf(secret) })),
    );
    expect((await Promise.all(activations)).toSorted()).toEqual(['TWO_FACTOR_CHANGED', 'done']);
    const owner = await openOwner();
    const again = setUpTwoFactor(world.web, accounts.deps, await accounts.callerOf(owner.token), { password: PASSWORD });
    expect(await outcomeOf(again)).toBe('TWO_FACTOR_CHANGED');
  });
});

describe('a login', () => {
  test('with the right password wants a code, and holds no session until then', async () => {
    const owner = await openOwner();
    const before = await world.database.query('select id from auth.session order by id');
    const answer = await typePassword(owner.email, { deviceId: 'new phone' });
    expect(answer).toEqual({
      challenge: expect.any(String),
      expiresAt: new Date(world.clock.now().getTime() + LOGIN_CODE_SECONDS * SECOND_MS),
      twoFactor: 'authenticator',
      sentTo: null,
    });
    const challenge = 'challenge' in answer ? answer.challenge : '';
    expect(await accounts.principalOf(challenge)).toBeNull();
    expect(await world.database.query('select id from auth.session order by id')).toEqual(before);
    const { token } = await typeCode(challenge, codeOf(owner.secret), { deviceId: 'new phone' });
    expect(await accounts.principalOf(token)).toMatchObject({ kind: 'customer', customerId: owner.customerId });
  });

  test('with a wrong password tells nobody that a code would be wanted', async () => {
    const [owner, plain] = [await openOwner(), await accounts.register()];
    const refusalOf = (email: string) =>
      typePassword(email, {}, 'wrong word 1').catch(({ code, params, details }: Record<string, unknown>) => ({ code, params, details }));
    expect(await refusalOf(owner.email)).toEqual(await refusalOf(plain));
    expect(await refusalOf(owner.email)).toMatchObject({ code: 'CREDENTIALS_INVALID' });
  });

  test('ends the session that it was made with, and a new device is told to the owner only with the code', async () => {
    const owner = await openOwner();
    await newMails(owner.email);
    const caller = await accounts.callerOf(owner.token, { deviceId: 'new phone' });
    const challenge = await challengeOf(owner.email, caller);
    expect(await accounts.principalOf(owner.token)).not.toBeNull();
    expect(await newMails(owner.email)).toEqual([]);
    await typeCode(challenge, codeOf(owner.secret), caller);
    expect(await accounts.principalOf(owner.token)).toBeNull();
    expect(await newMails(owner.email)).toEqual(['new-sign-in']);
  });

  test('a code counts half a minute early and late, written with a gap too', async () => {
    const owner = await openOwner();
    nextCode();
    expect(await outcomeOf(enter(owner, codeOf(owner.secret, -2)))).toBe('CODE_INVALID');
    expect(await outcomeOf(enter(owner, codeOf(owner.secret, 2)))).toBe('CODE_INVALID');
    expect(await outcomeOf(enter(owner, codeOf(owner.secret, -1)))).toBe('done');
    const ahead = codeOf(owner.secret, 1);
    expect(await outcomeOf(enter(owner, ` ${ahead.slice(0, 3)} ${ahead.slice(3)} `))).toBe('done');
  });
});

describe('a code', () => {
  test('counts once: neither again nor an earlier one after it', async () => {
    const owner = await openOwner();
    nextCode();
    const [earlier, code] = [codeOf(owner.secret, -1), codeOf(owner.secret)];
    expect(await outcomeOf(enter(owner, code))).toBe('done');
    expect(await outcomeOf(enter(owner, code))).toBe('CODE_USED');
    expect(await outcomeOf(enter(owner, earlier))).toBe('CODE_USED');
    nextCode();
    expect(await outcomeOf(enter(owner, code))).toBe('CODE_USED');
    expect(await outcomeOf(enter(owner))).toBe('done');
  });

  test('that switched the second factor on does not log in', async () => {
    const email = await accounts.register();
    const caller = await accounts.callerOf(await accounts.login(email));
    const { secret, setUp } = await setUpTwoFactor(world.web, accounts.deps, caller, { password: PASSWORD });
    await activateTwoFactor(world.web, accounts.deps, caller, { setUp, code: codeOf(secret) });
    expect(await outcomeOf(enter({ email, secret }))).toBe('CODE_USED');
  });

  test('of many logins at the same moment lets one in', async () => {
    const owner = await openOwner();
    const challenge = await challengeOf(owner.email, owner.device);
    const logins = Array.from({ length: WRONG_CODES_PER_DAY_MAX }, () => outcomeOf(typeCode(challenge, codeOf(owner.secret), owner.device)));
    const outcomes = await Promise.all(logins);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome !== 'done' && outcome !== 'CODE_USED')).toEqual([]);
  });

  test('of another account is wrong', async () => {
    const [owner, other] = [await openOwner(), await openOwner()];
    expect(await outcomeOf(enter(owner, codeOf(other.secret)))).toBe('CODE_INVALID');
    expect(await outcomeOf(enter(owner, other.recoveryCodes[0]))).toBe('CODE_INVALID');
  });
});

describe('wrong codes', () => {
  test(`are ${WRONG_CODES_PER_DAY_MAX} a day of all strangers together, who know the password; the owner's device gets in meanwhile`, async () => {
    const owner = await openOwner();
    const outcomes: string[] = [];
    for (let n = 0; n <= WRONG_CODES_PER_DAY_MAX; n += 1)
      outcomes.push(await outcomeOf(enter(owner, wrongCode(owner.secret, n), { deviceId: `thief ${n}`, ip: `198.51.100.${n}` })));
    expect(outcomes).toEqual([...Array(WRONG_CODES_PER_DAY_MAX).fill('CODE_INVALID'), 'TOO_MANY_CODES']);
    // The right one is not looked at any more, nor a recovery code.
    for (const code of [codeOf(owner.secret), owner.recoveryCodes[0]])
      expect(await outcomeOf(enter(owner, code, { deviceId: null }))).toBe('TOO_MANY_CODES');
    expect(await outcomeOf(enter(owner, codeOf(owner.secret), owner.device))).toBe('done');
    world.clock.advance(DAY_MS);
    expect(await outcomeOf(enter(owner, codeOf(owner.secret), { deviceId: 'new phone' }))).toBe('done');
  });

  test('tell until when, and right ones cost nothing', async () => {
    const owner = await openOwner();
    for (let n = 0; n <= WRONG_CODES_PER_DAY_MAX; n += 1) {
      expect(await outcomeOf(enter(owner, codeOf(owner.secret), owner.device))).toBe('done');
      nextCode();
    }
    const challenge = await challengeOf(owner.email, owner.device);
    const guess = (n: number) => typeCode(challenge, wrongCode(owner.secret, n), owner.device);
    for (let n = 0; n < WRONG_CODES_PER_DAY_MAX; n += 1) await expect(guess(n)).rejects.toMatchObject({ code: 'CODE_INVALID' });
    const secondsLeft = Math.ceil((DAY_MS - (world.clock.now().getTime() % DAY_MS)) / SECOND_MS);
    await expect(guess(9)).rejects.toMatchObject({
      code: 'TOO_MANY_CODES',
      params: { hours: String(Math.ceil(secondsLeft / 3_600)) },
      details: { retryAfterSeconds: secondsLeft },
    });
  });

  test('cannot be tried without the right password', async () => {
    const owner = await openOwner();
    for (const challenge of ['', 'x', `${Buffer.from(owner.customerId).toString('base64url')}.zzzzzzzz.${'a'.repeat(22)}`])
      expect(await outcomeOf(typeCode(challenge, codeOf(owner.secret)))).toBe('CHALLENGE_INVALID');
    const tries = await world.database.query(`select party from auth.password_try where party like 'code:' || $1 || '%' and tried > 0`, [
      owner.customerId,
    ]);
    expect(tries).toEqual([]);
  });
});

describe('a challenge', () => {
  test('is of one account, device and time, and cannot be changed', async () => {
    const [owner, other] = [await openOwner(), await openOwner()];
    const device = { deviceId: 'phone' };
    const challenge = await challengeOf(owner.email, device);
    const [subject = '', ...rest] = challenge.split('.');
    const forged = Buffer.from(Buffer.from(subject, 'base64url').toString().replace(owner.customerId, other.customerId)).toString('base64url');
    for (const token of [`${challenge}x`, [forged, ...rest].join('.'), challenge.replace(/\.\w+\./, '.zzzzzzzz.')])
      expect(await outcomeOf(typeCode(token, codeOf(other.secret), device))).toBe('CHALLENGE_INVALID');
    for (const deviceId of ['other phone', null])
      expect(await outcomeOf(typeCode(challenge, codeOf(owner.secret), { deviceId }))).toBe('CHALLENGE_INVALID');
    world.clock.advance(LOGIN_CODE_SECONDS * SECOND_MS - 1);
    expect(await outcomeOf(typeCode(challenge, wrongCode(owner.secret), device))).toBe('CODE_INVALID');
    world.clock.advance(1);
    expect(await outcomeOf(typeCode(challenge, codeOf(owner.secret), device))).toBe('CHALLENGE_INVALID');
  });

  test('is worth nothing once the password is another one', async () => {
    const owner = await openOwner();
    const challenge = await challengeOf(owner.email, { deviceId: 'thief' });
    const caller = await accounts.callerOf(owner.token);
    await changePassword(world.web, accounts.deps, caller, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    expect(await outcomeOf(typeCode(challenge, codeOf(owner.secret), { deviceId: 'thief' }))).toBe('CHALLENGE_INVALID');
  });

  test('is worth nothing once the second factor is off', async () => {
    const owner = await openOwner();
    const challenge = await challengeOf(owner.email, { deviceId: 'phone' });
    const caller = await accounts.callerOf(owner.token, owner.device);
    await turnOffTwoFactor(world.web, accounts.deps, caller, { password: PASSWORD, code: codeOf(owner.secret) });
    expect(await outcomeOf(typeCode(challenge, codeOf(owner.secret), { deviceId: 'phone' }))).toBe('TWO_FACTOR_CHANGED');
  });
});

describe('a recovery code', () => {
  test('takes the place of the app’s code once, however it is written, and the owner is told', async () => {
    const owner = await openOwner();
    const [first = '', second = ''] = owner.recoveryCodes;
    await newMails(owner.email);
    const { token } = await enter(owner, first, owner.device);
    expect(await readTwoFactor(world.web, accounts.deps, await accounts.callerOf(token))).toMatchObject({ recoveryCodesLeft: RECOVERY_CODES - 1 });
    expect(await newMails(owner.email)).toEqual(['recovery-code-used']);
    expect(await outcomeOf(enter(owner, first, owner.device))).toBe('CODE_INVALID');
    expect(await outcomeOf(enter(owner, ` ${second.toLowerCase().replace('-', ' ')}`, owner.device))).toBe('done');
  });

  test('of two logins at the same moment lets one in', async () => {
    const owner = await openOwner();
    const [code = ''] = owner.recoveryCodes;
    const challenge = await challengeOf(owner.email, owner.device);
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(typeCode(challenge, code, owner.device))));
    expect(outcomes.toSorted()).toEqual(['CODE_INVALID', 'done']);
  });

  test('is replaced with all others by password and code; then all other sessions end', async () => {
    const owner = await openOwner();
    const [old = ''] = owner.recoveryCodes;
    const { token: phone } = await enter(owner);
    nextCode();
    await newMails(owner.email);
    const caller = await accounts.callerOf(owner.token, owner.device);
    const replace = (password: string, code: string) => replaceRecoveryCodes(world.web, accounts.deps, caller, { password, code });
    expect(await outcomeOf(replace('wrong word 1', codeOf(owner.secret)))).toBe('CREDENTIALS_INVALID');
    expect(await outcomeOf(replace(PASSWORD, wrongCode(owner.secret)))).toBe('CODE_INVALID');
    const { token, recoveryCodes } = await replace(PASSWORD, codeOf(owner.secret));
    for (const ended of [phone, owner.token]) expect(await accounts.principalOf(ended)).toBeNull();
    expect(await accounts.principalOf(token)).not.toBeNull();
    expect(await newMails(owner.email)).toEqual(['recovery-codes-replaced']);
    expect(await outcomeOf(enter(owner, old))).toBe('CODE_INVALID');
    expect(await outcomeOf(enter(owner, recoveryCodes[0]))).toBe('done');
  });
});

describe('switching off', () => {
  test('takes password and code; then the password alone logs in, and all other sessions have ended', async () => {
    const owner = await openOwner();
    const { token: phone } = await enter(owner);
    nextCode();
    await newMails(owner.email);
    const caller = await accounts.callerOf(owner.token, owner.device);
    const turnOff = (password: string, code: string) => turnOffTwoFactor(world.web, accounts.deps, caller, { password, code });
    expect(await outcomeOf(turnOff('wrong word 1', codeOf(owner.secret)))).toBe('CREDENTIALS_INVALID');
    expect(await outcomeOf(turnOff(PASSWORD, wrongCode(owner.secret)))).toBe('CODE_INVALID');
    const { token } = await turnOff(PASSWORD, codeOf(owner.secret));
    for (const ended of [phone, owner.token]) expect(await accounts.principalOf(ended)).toBeNull();
    expect(await accounts.principalOf(token)).not.toBeNull();
    expect(await newMails(owner.email)).toEqual(['two-factor-off']);
    expect(await typePassword(owner.email)).toHaveProperty('token');
    const rows = await world.database.query('select user_id from auth.recovery_code where user_id = $1', [owner.customerId]);
    expect(rows).toEqual([]);
    expect(await outcomeOf(turnOff(PASSWORD, codeOf(owner.secret)))).toBe('TWO_FACTOR_CHANGED');
  });

  test('works with a recovery code, for whom the app is lost', async () => {
    const owner = await openOwner();
    const caller = await accounts.callerOf(owner.token, owner.device);
    const code = owner.recoveryCodes[3] ?? '';
    expect(await outcomeOf(turnOffTwoFactor(world.web, accounts.deps, caller, { password: PASSWORD, code }))).toBe('done');
  });

  test('is not what a reset password does', async () => {
    const owner = await openOwner();
    await forgotPassword(world.web, accounts.deps, { email: owner.email });
    const sent: Mail[] = [];
    while (await sendMails(world.web, accounts.deps, { send: async (mail) => void sent.push(mail) }));
    const reset = sent.find((mail) => mail.kind === 'reset-password' && mail.address === owner.email);
    const token = reset?.kind === 'reset-password' ? (new URL(reset.params.link).searchParams.get('token') ?? '') : '';
    await resetPassword(world.web, accounts.deps, testCaller(), { token, newPassword: NEW_PASSWORD });
    expect(await accounts.principalOf(owner.token)).toBeNull();
    const challenge = await challengeOf(owner.email, { deviceId: 'phone' }, NEW_PASSWORD);
    expect(await outcomeOf(typeCode(challenge, codeOf(owner.secret), { deviceId: 'phone' }))).toBe('done');
  });
});

describe('the database', () => {
  test('has neither secret nor codes in the clear', async () => {
    const { customerId, secret, recoveryCodes } = await openOwner();
    const rows = [
      ...(await world.database.query('select * from auth.two_factor where user_id = $1', [customerId])),
      ...(await world.database.query('select * from auth.recovery_code where user_id = $1', [customerId])),
    ];
    expect(rows).toHaveLength(1 + RECOVERY_CODES);
    const text = JSON.stringify(rows);
    for (const clear of [secret, Secret.fromBase32(secret).hex, Buffer.from(Secret.fromBase32(secret).bytes).toString('base64url'), ...recoveryCodes])
      expect(text.toUpperCase()).not.toContain(clear.replace('-', '').toUpperCase());
  });

  test('takes no secret of one customer for another’s', async () => {
    const [owner, thief] = [await openOwner(), await openOwner()];
    await world.database.query('update auth.two_factor set secret = (select secret from auth.two_factor where user_id = $1) where user_id = $2', [
      thief.customerId,
      owner.customerId,
    ]);
    expect(await outcomeOf(enter(owner, codeOf(thief.secret)))).not.toBe('done');
  });
});

test('all other sessions are ended at once, and no other customer’s', async () => {
  const email = await accounts.register();
  const [phone, desk, others] = [await accounts.login(email), await accounts.login(email), await accounts.login(await accounts.register())];
  const caller = await accounts.callerOf(desk);
  expect(await revokeOtherSessions(world.web, accounts.deps, caller)).toEqual({ done: true });
  expect(await accounts.principalOf(phone)).toBeNull();
  for (const token of [desk, others]) expect(await accounts.principalOf(token)).not.toBeNull();
});
