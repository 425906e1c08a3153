import type { LoginView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { RECOVERY_CODES, SMS_CODE_SECONDS, SMS_PAUSE_SECONDS, SMS_PER_DAY_MAX, WRONG_CODES_PER_DAY_MAX } from '@quydoi/domain/constants';
import { DAY_MS, SECOND_MS } from '@quydoi/domain/durations';
import { RailError } from '@quydoi/rails/rail-error';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount } from '../../src/accounts/delete-account.ts';
import { login } from '../../src/accounts/login.ts';
import { loginWithCode } from '../../src/accounts/login-with-code.ts';
import { me } from '../../src/accounts/me.ts';
import { setUpPasskey } from '../../src/accounts/passkeys/add-passkey.ts';
import { readTwoFactor, replaceRecoveryCodes, turnOffTwoFactor } from '../../src/accounts/two-factor/change-two-factor.ts';
import { smsCodeOf, stepAt } from '../../src/accounts/two-factor/codes.ts';
import { sendCode } from '../../src/accounts/two-factor/send-code.ts';
import { setUpSms } from '../../src/accounts/two-factor/set-up-sms.ts';
import { activateTwoFactor, setUpTwoFactor } from '../../src/accounts/two-factor/set-up-two-factor.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** The next SMS can be sent, whenever in its half minute the last one was. */
const PAUSE_MS = 2 * SMS_PAUSE_SECONDS * SECOND_MS;
const AWAY = new Error('provider away');
/** Nothing was sent, for certain. */
const OUT_OF_MONEY = new RailError('esms', 'short', 'not-done', 'CodeResult 103');

let world: World;
let accounts: TestAccounts;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
});
// Each test has a day of its own, from its first second on.
beforeEach(() => {
  world.clock.advance(2 * DAY_MS - (world.clock.now().getTime() % DAY_MS));
  accounts.sms.failure = null;
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

interface Customer {
  readonly email: string;
  readonly customerId: string;
  readonly device: Partial<Caller>;
  readonly caller: Caller;
}

/** A customer whose codes come by SMS. */
type Owner = Customer & { readonly phone: string; readonly recoveryCodes: readonly string[] };

let customers = 0;

async function openCustomer(): Promise<Customer> {
  customers += 1;
  const device = { deviceId: `own device ${customers}` };
  const email = await accounts.register();
  const caller = await accounts.callerOf(await accounts.login(email, PASSWORD, device), device);
  return { email, device, caller, customerId: caller.principal.kind === 'customer' ? caller.principal.customerId : '' };
}

const newPhone = () => `09${String(customers).padStart(8, '0')}`;
const setUp = (caller: Caller, phone: string, password = PASSWORD) => setUpSms(world.web, accounts.deps, caller, { password, phone });
const activate = (caller: Caller, token: string, code: string) => activateTwoFactor(world.web, accounts.deps, caller, { setUp: token, code });
const send = (caller: Caller, challenge?: string) => sendCode(world.web, accounts.deps, caller, { challenge });
/** The code that was sent last. */
const newestCode = () => accounts.sms.sent.at(-1)?.code ?? '';
const wait = (ms = PAUSE_MS) => world.clock.advance(ms);

async function openOwner(): Promise<Owner> {
  const customer = await openCustomer();
  const phone = newPhone();
  const { setUp: token } = await setUp(customer.caller, phone);
  const started = await activate(customer.caller, token, newestCode());
  wait();
  return { ...customer, phone, recoveryCodes: started.recoveryCodes, caller: await accounts.callerOf(started.token, customer.device) };
}

/** Answer to the right password. */
async function codeWanted(email: string, by: Partial<Caller>): Promise<Extract<LoginView, { challenge: string }>> {
  const answer = await login(world.web, accounts.deps, testCaller(by), { login: email, password: PASSWORD });
  if (!('challenge' in answer)) throw new Error('no code is wanted');
  return answer;
}

/** A login that waits for its code, and a caller to go on with. */
async function beginLogin({ email }: Pick<Customer, 'email'>, by: Partial<Caller> = { deviceId: 'new device' }) {
  const { challenge } = await codeWanted(email, by);
  const caller = testCaller(by);
  return {
    send: () => send(caller, challenge),
    type: (code: string) => loginWithCode(world.web, accounts.deps, caller, { challenge, code }),
  };
}

const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { readonly code?: string }) => error.code ?? String(error),
  );
/** Six digits that are not these. */
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('codes by SMS are set up', () => {
  test('by the password and the code that was sent to the number; then all other sessions end', async () => {
    const { caller, email } = await openCustomer();
    const phone = await accounts.login(email);
    const sentBefore = accounts.sms.sent.length;
    const { setUp: token, sentTo, againAt, expiresAt } = await setUp(caller, '+84 912 345 678');
    expect(accounts.sms.sent.slice(sentBefore)).toEqual([{ id: expect.any(String), phone: '+84912345678', code: expect.stringMatching(/^\d{6}$/) }]);
    expect([sentTo, token.includes('912345678')]).toEqual(['•••••••678', false]);
    const now = world.clock.now().getTime();
    expect([againAt, expiresAt].map((at) => (at.getTime() - now) / SECOND_MS)).toEqual([2 * SMS_PAUSE_SECONDS, SMS_CODE_SECONDS + SMS_PAUSE_SECONDS]);
    expect(await outcomeOf(activate(caller, token, other(newestCode())))).toBe('CODE_INVALID');
    expect(await me(world.web, accounts.deps, caller)).toMatchObject({ twoFactor: 'none' });
    const { token: session, recoveryCodes } = await activate(caller, token, newestCode());
    expect(recoveryCodes).toHaveLength(RECOVERY_CODES);
    expect(await accounts.principalOf(phone)).toBeNull();
    const again = await accounts.callerOf(session);
    expect(await me(world.web, accounts.deps, again)).toMatchObject({ twoFactor: 'sms' });
    expect(await readTwoFactor(world.web, accounts.deps, again)).toEqual({
      twoFactor: 'sms',
      sentTo: '•••••••678',
      since: world.clock.now(),
      recoveryCodesLeft: RECOVERY_CODES,
      isSmsOffered: true,
    });
  });

  test.each(['', '0212345678', '+12025550100', '091234567', 'số của tôi'])('never to %j, and nothing is sent', async (phone) => {
    const { caller } = await openCustomer();
    const sent = accounts.sms.sent.length;
    expect(await outcomeOf(setUp(caller, phone))).toBe('PHONE_INVALID');
    expect(accounts.sms.sent).toHaveLength(sent);
  });

  test('not without the password, nor beside another second factor, nor by another customer, nor late', async () => {
    const [owner, customer] = [await openOwner(), await openCustomer()];
    expect(await outcomeOf(setUp(customer.caller, newPhone(), 'wrong word 1'))).toBe('CREDENTIALS_INVALID');
    expect(await outcomeOf(setUp(owner.caller, newPhone()))).toBe('TWO_FACTOR_CHANGED');
    const { setUp: token } = await setUp(customer.caller, newPhone());
    expect(await outcomeOf(activate(owner.caller, token, newestCode()))).toBe('CHALLENGE_INVALID');
    const code = newestCode();
    wait((SMS_CODE_SECONDS + SMS_PAUSE_SECONDS) * SECOND_MS - 1);
    expect(await outcomeOf(activate(customer.caller, token, other(code)))).toBe('CODE_INVALID');
    wait(1);
    expect(await outcomeOf(activate(customer.caller, token, code))).toBe('CODE_INVALID');
  });

  test('by the code of its own set-up alone, where several were sent', async () => {
    const { caller } = await openCustomer();
    const [first, firstCode] = [await setUp(caller, newPhone()), newestCode()];
    wait();
    const [second, secondCode] = [await setUp(caller, newPhone()), newestCode()];
    expect(await outcomeOf(activate(caller, second.setUp, firstCode))).toBe('CODE_INVALID');
    expect(await outcomeOf(activate(caller, first.setUp, secondCode))).toBe('CODE_INVALID');
    expect(await outcomeOf(activate(caller, second.setUp, secondCode))).toBe('done');
  });

  test('where none can be sent, they are not offered; an app is', async () => {
    const { caller } = await openCustomer();
    const deps = { ...accounts.deps, sms: null };
    expect(await readTwoFactor(world.web, deps, caller)).toMatchObject({ isSmsOffered: false });
    expect(await outcomeOf(setUpSms(world.web, deps, caller, { password: PASSWORD, phone: newPhone() }))).toBe('SMS_NOT_SENT');
    expect(await outcomeOf(setUpTwoFactor(world.web, deps, caller, { password: PASSWORD }))).toBe('done');
  });
});

describe('a login', () => {
  test('says where codes go, sends none by itself, and begins by the one that is asked for', async () => {
    const owner = await openOwner();
    const sent = accounts.sms.sent.length;
    expect(await codeWanted(owner.email, {})).toMatchObject({ twoFactor: 'sms', sentTo: `•••••••${owner.phone.slice(-3)}` });
    expect(accounts.sms.sent).toHaveLength(sent);
    const attempt = await beginLogin(owner);
    expect(await outcomeOf(attempt.type('123456'))).toBe('CODE_INVALID');
    expect(await attempt.send()).toMatchObject({ sentTo: `•••••••${owner.phone.slice(-3)}` });
    expect(accounts.sms.sent.at(-1)).toMatchObject({ phone: `+84${owner.phone.slice(1)}` });
    expect(await outcomeOf(attempt.type(` ${newestCode().slice(0, 3)} ${newestCode().slice(3)}`))).toBe('done');
  });

  test('takes a code once, and neither a wrong one nor that of another customer', async () => {
    const [owner, thief] = [await openOwner(), await openOwner()];
    const [attempt, thiefs] = [await beginLogin(owner), await beginLogin(thief)];
    await attempt.send();
    const code = newestCode();
    await thiefs.send();
    expect(await outcomeOf(attempt.type(newestCode()))).toBe('CODE_INVALID');
    expect(await outcomeOf(attempt.type(other(code)))).toBe('CODE_INVALID');
    expect((await Promise.all([attempt.type(code), attempt.type(code)].map(outcomeOf))).toSorted()).toEqual(['CODE_USED', 'done']);
    expect(await outcomeOf((await beginLogin(owner)).type(code))).toBe('CODE_USED');
  });

  test('takes the newest code alone, for five minutes', async () => {
    const owner = await openOwner();
    const attempt = await beginLogin(owner);
    await attempt.send();
    const older = newestCode();
    wait();
    await attempt.send();
    const newer = newestCode();
    expect(newer).not.toBe(older);
    expect(await outcomeOf(attempt.type(older))).toBe('CODE_INVALID');
    wait(SMS_CODE_SECONDS * SECOND_MS);
    const fresh = await beginLogin(owner);
    expect(await outcomeOf(fresh.type(other(newer)))).toBe('CODE_INVALID');
    wait(SMS_PAUSE_SECONDS * SECOND_MS);
    expect(await outcomeOf(fresh.type(newer))).toBe('CODE_INVALID');
    await fresh.send();
    expect(await outcomeOf(fresh.type(newestCode()))).toBe('done');
  });

  test('takes a recovery code where no SMS can be sent, and says so', async () => {
    const owner = await openOwner();
    accounts.sms.failure = AWAY;
    const attempt = await beginLogin(owner);
    expect(await outcomeOf(attempt.send())).toBe('SMS_NOT_SENT');
    expect(JSON.stringify(world.errors.splice(0))).not.toContain(owner.phone.slice(1));
    expect(await outcomeOf(attempt.type(owner.recoveryCodes[0] ?? ''))).toBe('done');
    accounts.sms.failure = null;
    wait();
    const again = await beginLogin(owner);
    await again.send();
    expect(await outcomeOf(again.type(newestCode()))).toBe('done');
  });

  test('sends to nobody without a right challenge', async () => {
    const owner = await openOwner();
    const { challenge } = await codeWanted(owner.email, { deviceId: 'phone' });
    const sent = accounts.sms.sent.length;
    for (const [token, deviceId] of [
      ['x', 'phone'],
      [`${challenge}x`, 'phone'],
      [challenge, 'another'],
      [challenge, null],
    ] as const)
      expect(await outcomeOf(send(testCaller({ deviceId }), token))).toBe('CHALLENGE_INVALID');
    expect(await outcomeOf(send(testCaller()))).toBe('REQUIRED_LOGIN');
    expect(accounts.sms.sent).toHaveLength(sent);
  });

  test(`takes ${WRONG_CODES_PER_DAY_MAX} wrong codes a day of all strangers; the owner's device gets in meanwhile`, async () => {
    const owner = await openOwner();
    const attempt = await beginLogin(owner, { deviceId: 'thief' });
    await attempt.send();
    const code = newestCode();
    for (let n = 0; n < WRONG_CODES_PER_DAY_MAX; n += 1) expect(await outcomeOf(attempt.type(other(code)))).toBe('CODE_INVALID');
    expect(await outcomeOf(attempt.type(code))).toBe('TOO_MANY_CODES');
    expect(await outcomeOf((await beginLogin(owner, owner.device)).type(code))).toBe('done');
  });
});

describe('a session', () => {
  test('has codes sent to switch SMS off, make recovery codes, delete the account and add a passkey', async () => {
    const owner = await openOwner();
    const { caller } = owner;
    const fresh = async (by: Caller) => {
      wait();
      await send(by);
      return { password: PASSWORD, code: newestCode() };
    };
    expect(await outcomeOf(setUpPasskey(world.web, accounts.deps, caller, { password: PASSWORD }))).toBe('CODE_INVALID');
    expect(await outcomeOf(setUpPasskey(world.web, accounts.deps, caller, await fresh(caller)))).toBe('done');
    const { token } = await replaceRecoveryCodes(world.web, accounts.deps, caller, await fresh(caller));
    const second = await accounts.callerOf(token, owner.device);
    const { token: off } = await turnOffTwoFactor(world.web, accounts.deps, second, await fresh(second));
    expect(await accounts.login(owner.email)).not.toBe('');
    const third = await accounts.callerOf(off, owner.device);
    expect(await outcomeOf(send(third))).toBe('TWO_FACTOR_CHANGED');
    const last = await openOwner();
    expect(await outcomeOf(deleteAccount(world.web, accounts.deps, last.caller, await fresh(last.caller)))).toBe('done');
  });

  test('sends none where the codes are an app’s', async () => {
    const { caller } = await openCustomer();
    expect(await outcomeOf(send(caller))).toBe('TWO_FACTOR_CHANGED');
  });
});

describe('SMS', () => {
  test('are half a minute apart at least, wherever in their half minutes they are sent, and the answer says for how long', async () => {
    const owner = await openOwner();
    const attempt = await beginLogin(owner);
    wait(29 * SECOND_MS);
    await attempt.send();
    wait(2 * SECOND_MS);
    await expect(attempt.send()).rejects.toMatchObject({
      code: 'TOO_MANY_SMS',
      params: { limit: 'soon', seconds: '59' },
      details: { retryAfterSeconds: 59 },
    });
    wait(28 * SECOND_MS);
    expect(await outcomeOf(attempt.send())).toBe('TOO_MANY_SMS');
    wait(SECOND_MS);
    expect(await outcomeOf(attempt.send())).toBe('done');
    // Of several at the same moment, one is sent.
    wait();
    const sent = accounts.sms.sent.length;
    await Promise.all([attempt, await beginLogin(owner, owner.device)].map((one) => outcomeOf(one.send())));
    expect(accounts.sms.sent).toHaveLength(sent + 1);
  });

  test('are so many a day to strangers who know the password; the owner’s device gets more', async () => {
    const owner = await openOwner();
    const outcomes: string[] = [];
    for (let n = 0; n <= SMS_PER_DAY_MAX.codes; n += 1) {
      outcomes.push(await outcomeOf((await beginLogin(owner, { deviceId: `thief ${n}` })).send()));
      wait();
    }
    expect(outcomes).toEqual([...Array(SMS_PER_DAY_MAX.codes).fill('done'), 'TOO_MANY_SMS']);
    await expect((await beginLogin(owner)).send()).rejects.toMatchObject({ params: { limit: 'day', hours: '24' } });
    wait();
    const attempt = await beginLogin(owner, owner.device);
    await attempt.send();
    expect(await outcomeOf(attempt.type(newestCode()))).toBe('done');
  });

  test('to set up are so many a day for a customer, and to a number, whoever asks; they do not use up those of its owner', async () => {
    const owner = await openOwner();
    const strangers = [await openCustomer(), await openCustomer()];
    const outcomes: string[] = [];
    for (let n = 0; n < SMS_PER_DAY_MAX.setUpsOfNumber; n += 1) {
      outcomes.push(await outcomeOf(setUp((strangers[n % 2] ?? owner).caller, owner.phone)));
      wait();
    }
    // The owner's own set-up was the first.
    expect(outcomes).toEqual([...Array(SMS_PER_DAY_MAX.setUpsOfNumber - 1).fill('done'), 'TOO_MANY_SMS']);
    const attempt = await beginLogin(owner);
    await attempt.send();
    expect(await outcomeOf(attempt.type(newestCode()))).toBe('done');

    const customer = await openCustomer();
    const own: string[] = [];
    for (let n = 0; n <= SMS_PER_DAY_MAX.setUpsOfCustomer; n += 1) {
      own.push(await outcomeOf(setUp(customer.caller, `08${String(n).padStart(8, '0')}`)));
      wait();
    }
    expect(own).toEqual([...Array(SMS_PER_DAY_MAX.setUpsOfCustomer).fill('done'), 'TOO_MANY_SMS']);
  });
});

describe('a provider that refuses', () => {
  test('uses up no SMS of the day: codes come as soon as it takes them again', async () => {
    const owner = await openOwner();
    accounts.sms.failure = OUT_OF_MONEY;
    for (let n = 0; n < SMS_PER_DAY_MAX.codes + 2; n += 1) {
      expect(await outcomeOf((await beginLogin(owner, owner.device)).send())).toBe('SMS_NOT_SENT');
      wait();
    }
    accounts.sms.failure = null;
    const again = await beginLogin(owner, owner.device);
    await again.send();
    expect(await outcomeOf(again.type(newestCode()))).toBe('done');
    world.errors.length = 0;
  });

  test('uses up none to set up, of customer and number', async () => {
    const customer = await openCustomer();
    const phone = newPhone();
    accounts.sms.failure = OUT_OF_MONEY;
    for (let n = 0; n < SMS_PER_DAY_MAX.setUpsOfNumber + 1; n += 1) {
      expect(await outcomeOf(setUp(customer.caller, phone))).toBe('SMS_NOT_SENT');
      wait();
    }
    accounts.sms.failure = null;
    const { setUp: token } = await setUp(customer.caller, phone);
    expect(await outcomeOf(activate(customer.caller, token, newestCode()))).toBe('done');
    world.errors.length = 0;
  });

  test('another SMS leaves the code of the one before, which may still be on its way', async () => {
    const owner = await openOwner();
    const attempt = await beginLogin(owner);
    await attempt.send();
    const late = newestCode();
    wait();
    accounts.sms.failure = OUT_OF_MONEY;
    expect(await outcomeOf(attempt.send())).toBe('SMS_NOT_SENT');
    expect(await outcomeOf(attempt.type(late))).toBe('done');
    world.errors.length = 0;
  });
});

test('SMS of which nobody knows whether they were sent count as sent', async () => {
  const owner = await openOwner();
  const attempt = await beginLogin(owner);
  await attempt.send();
  const older = newestCode();
  wait();
  accounts.sms.failure = AWAY;
  expect(await outcomeOf(attempt.send())).toBe('SMS_NOT_SENT');
  expect(await outcomeOf(attempt.type(older))).toBe('CODE_INVALID');
  for (let n = 2; n < SMS_PER_DAY_MAX.codes; n += 1) {
    wait();
    expect(await outcomeOf((await beginLogin(owner)).send())).toBe('SMS_NOT_SENT');
  }
  wait();
  expect(await outcomeOf((await beginLogin(owner)).send())).toBe('TOO_MANY_SMS');
  world.errors.length = 0;
});

describe('with the web’s database login alone', () => {
  const asWeb = (text: string, values: readonly unknown[] = []) => world.database.query(text, values, 'quydoi_web');

  test('nobody has codes sent elsewhere, or makes an app’s codes those of SMS', async () => {
    const [victim, thief] = [await openOwner(), await openOwner()];
    await expect(asWeb(`update auth.two_factor set secret = 'x' where user_id = $1`, [victim.customerId])).rejects.toMatchObject({ code: '42501' });
    // What only another mistake of ours would let the login do.
    const [row] = await world.database.query('select secret from auth.two_factor where user_id = $1', [thief.customerId]);
    await world.database.query('update auth.two_factor set secret = $2 where user_id = $1', [victim.customerId, row?.secret]);
    const attempt = await beginLogin(victim);
    const sent = accounts.sms.sent.length;
    expect(await outcomeOf(attempt.send())).not.toBe('done');
    expect(accounts.sms.sent).toHaveLength(sent);
    const app = await openCustomer();
    const { secret, setUp: token } = await setUpTwoFactor(world.web, accounts.deps, app.caller, { password: PASSWORD });
    const step = stepAt(world.clock.now());
    await activate(app.caller, token, smsCodeOf(secret, step));
    // A step that the login chooses makes no other code of the app's count.
    await asWeb('update auth.two_factor set sent_step = $2 where user_id = $1', [app.customerId, step + 20]);
    expect(await codeWanted(app.email, {})).toMatchObject({ twoFactor: 'authenticator', sentTo: null });
    const login = await beginLogin(app);
    expect(await outcomeOf(login.type(smsCodeOf(secret, step + 20)))).toBe('CODE_INVALID');
    expect(await outcomeOf(login.send())).toBe('TWO_FACTOR_CHANGED');
  });

  test('no code counts again that a newer one has replaced', async () => {
    const owner = await openOwner();
    const attempt = await beginLogin(owner);
    await attempt.send();
    const older = newestCode();
    wait();
    await attempt.send();
    for (const back of ['sent_step - 2', 'null'])
      await expect(asWeb(`update auth.two_factor set sent_step = ${back} where user_id = $1`, [owner.customerId])).rejects.toMatchObject({
        code: 'QD048',
      });
    expect(await outcomeOf(attempt.type(older))).toBe('CODE_INVALID');
  });

  test('nobody learns the number or a code: both are sealed', async () => {
    const owner = await openOwner();
    const rows = await asWeb('select * from auth.two_factor where user_id = $1', [owner.customerId]);
    expect(JSON.stringify(rows)).not.toContain(owner.phone.slice(1));
    const tries = await asWeb('select party from auth.password_try');
    expect(JSON.stringify(tries)).not.toContain(owner.phone.slice(1));
  });
});
