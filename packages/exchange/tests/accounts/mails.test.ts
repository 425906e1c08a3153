import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { ASKED_MAILS_PER_DAY_MAX, RESET_LINK_SECONDS, VERIFY_LINK_HOURS } from '@quydoi/domain/constants';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changePassword } from '../../src/accounts/change-password.ts';
import { giveUpLateMails, type Mail, MailError, sendMails } from '../../src/accounts/mail-queue.ts';
import { createMailServerWatch } from '../../src/accounts/mail-server-watch.ts';
import { me } from '../../src/accounts/me.ts';
import { pruneAccounts } from '../../src/accounts/prune-accounts.ts';
import { forgotPassword, resetPassword } from '../../src/accounts/reset-password.ts';
import { resendVerification, verifyEmail } from '../../src/accounts/verify-email.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

const NEXT_PASSWORD = 'banh mi 7 gio sang';

let world: World;
let accounts: TestAccounts;
let failure: Error | null = null;
const sent: Mail[] = [];
const sender = {
  async send(mail: Mail) {
    if (failure) throw failure;
    sent.push(mail);
  },
};

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
});
beforeEach(() => {
  sent.length = 0;
  failure = null;
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

/** Sends what is due, and returns what an address was sent. */
async function inbox(address: string): Promise<Mail[]> {
  while (await sendMails(world.web, accounts.deps, sender));
  return sent.filter((mail) => mail.address === address);
}

function tokenIn(mail: Mail | undefined): string {
  const link = mail && 'link' in mail.params ? new URL(mail.params.link) : null;
  return link?.searchParams.get('verify') ?? link?.searchParams.get('token') ?? '';
}

async function account(email: string, password = PASSWORD) {
  return me(world.web, accounts.deps, await accounts.callerOf(await accounts.login(email, password)));
}

const rowsOf = (address: string) =>
  world.database.query('select state, content, tries from auth.mail where address = $1 order by created_at', [address]);

describe('the e-mail address', () => {
  test('is confirmed by the link that registration mails, in the customer’s language, however often it is followed', async () => {
    const email = await accounts.register({ language: 'ko' });
    const [mail] = await inbox(email);
    expect(mail).toMatchObject({ kind: 'verify-email', language: 'ko', params: { hours: String(VERIFY_LINK_HOURS) } });
    expect(await account(email)).toMatchObject({ isEmailVerified: false });
    for (let times = 0; times < 2; times += 1) expect(await verifyEmail(world.web, accounts.deps, { token: tokenIn(mail) })).toEqual({ done: true });
    expect(await account(email)).toMatchObject({ isEmailVerified: true });
  });

  test('is not confirmed by a link that has expired, one for something else, or none of ours', async () => {
    const email = await accounts.register();
    const [mail] = await inbox(email);
    await forgotPassword(world.web, accounts.deps, { email });
    const [, reset] = await inbox(email);
    for (const token of ['', 'x', tokenIn(reset)]) await expect(verifyEmail(world.web, accounts.deps, { token })).rejects.toThrow('LINK_INVALID');
    world.clock.advance(VERIFY_LINK_HOURS * HOUR_MS);
    await expect(verifyEmail(world.web, accounts.deps, { token: tokenIn(mail) })).rejects.toThrow('LINK_INVALID');
    expect(await account(email)).toMatchObject({ isEmailVerified: false });
  });

  test('gets the link again, not once it is confirmed', async () => {
    const email = await accounts.register();
    const caller = await accounts.callerOf(await accounts.login(email));
    await resendVerification(world.web, accounts.deps, caller);
    const mails = await inbox(email);
    expect(mails.map(({ kind }) => kind)).toEqual(['verify-email', 'verify-email']);
    await verifyEmail(world.web, accounts.deps, { token: tokenIn(mails[1]) });
    await resendVerification(world.web, accounts.deps, caller);
    expect(await inbox(email)).toHaveLength(2);
  });

  test('that has an account is told so when somebody registers it again', async () => {
    const email = await accounts.register();
    await accounts.register({ email });
    expect((await inbox(email)).map(({ kind }) => kind)).toEqual(['verify-email', 'has-account']);
  });
});

describe('a forgotten password', () => {
  async function asked(email: string): Promise<string> {
    await forgotPassword(world.web, accounts.deps, { email });
    return tokenIn((await inbox(email)).findLast(({ kind }) => kind === 'reset-password'));
  }

  test('is replaced by the link of a mail, once; every session ends, and the owner is told', async () => {
    const email = await accounts.register();
    const session = await accounts.login(email);
    const token = await asked(email);
    expect(await resetPassword(world.web, accounts.deps, testCaller(), { token, newPassword: NEXT_PASSWORD })).toEqual({ done: true });
    expect(await accounts.principalOf(session)).toBeNull();
    await expect(accounts.login(email)).rejects.toThrow('CREDENTIALS_INVALID');
    expect(await account(email, NEXT_PASSWORD)).toMatchObject({ isEmailVerified: true });
    expect((await inbox(email)).map(({ kind }) => kind)).toContain('password-changed');
    await expect(resetPassword(world.web, accounts.deps, testCaller(), { token, newPassword: PASSWORD })).rejects.toThrow('LINK_INVALID');
  });

  test('of two that follow a link at once, one replaces it', async () => {
    const email = await accounts.register();
    const token = await asked(email);
    const tries = ['cau mot cau hai 1', 'cau mot cau hai 2'].map((newPassword) =>
      resetPassword(world.web, accounts.deps, testCaller(), { token, newPassword }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('is not replaced by a common one, and the link stays good', async () => {
    const email = await accounts.register();
    const token = await asked(email);
    for (const newPassword of ['password', email.split('@')[0] ?? '']) {
      await expect(resetPassword(world.web, accounts.deps, testCaller(), { token, newPassword })).rejects.toThrow('PASSWORD_COMMON');
    }
    expect(await resetPassword(world.web, accounts.deps, testCaller(), { token, newPassword: NEXT_PASSWORD })).toEqual({ done: true });
  });

  test('is not replaced after a quarter of an hour, nor by rows that a database login writes', async () => {
    const email = await accounts.register();
    const { id } = await account(email);
    const token = await asked(email);
    world.clock.advance(RESET_LINK_SECONDS * SECOND_MS);
    await expect(resetPassword(world.web, accounts.deps, testCaller(), { token, newPassword: NEXT_PASSWORD })).rejects.toThrow('LINK_INVALID');
    await world.database.query(
      `insert into auth.verification (id, identifier, value, "expiresAt") values ('v1', 'reset-password:stolen', $1, now() + interval '1 day')`,
      [id],
      'quydoi_web',
    );
    for (const forged of ['stolen', `${Buffer.from('stolen').toString('base64url')}.zzzzzzzz.${'a'.repeat(22)}`]) {
      await expect(resetPassword(world.web, accounts.deps, testCaller(), { token: forged, newPassword: NEXT_PASSWORD })).rejects.toThrow(
        'LINK_INVALID',
      );
    }
  });

  test('of nobody is answered alike, and mails nobody', async () => {
    expect(await forgotPassword(world.web, accounts.deps, { email: 'nobody@example.vn' })).toEqual({ status: 'accepted' });
    expect(await inbox('nobody@example.vn')).toEqual([]);
  });

  test(`asked for again and again fills no inbox: ${ASKED_MAILS_PER_DAY_MAX} mails a day`, async () => {
    const email = await accounts.register();
    for (let times = 0; times < ASKED_MAILS_PER_DAY_MAX + 3; times += 1) await forgotPassword(world.web, accounts.deps, { email });
    expect(await inbox(email)).toHaveLength(ASKED_MAILS_PER_DAY_MAX);
    world.clock.advance(DAY_MS);
    await forgotPassword(world.web, accounts.deps, { email });
    expect(await inbox(email)).toHaveLength(ASKED_MAILS_PER_DAY_MAX + 1);
  });
});

describe('the owner is told', () => {
  test('of a sign-in from a new device, with its place; not of the first one, and not of a known one', async () => {
    const email = await accounts.register();
    await accounts.login(email, PASSWORD, { deviceId: 'first' });
    await accounts.login(email, PASSWORD, { deviceId: 'first' });
    expect((await inbox(email)).map(({ kind }) => kind)).toEqual(['verify-email']);
    await accounts.login(email, PASSWORD, { deviceId: 'second', ip: '198.51.100.9', userAgent: 'Firefox' });
    const [, told] = await inbox(email);
    expect(told).toMatchObject({ kind: 'new-sign-in', params: { ip: '198.51.100.9', userAgent: 'Firefox', at: world.clock.now().toISOString() } });
  });

  test('of no sign-in from a device that was remembered without a code, which makes none known', async () => {
    const email = await accounts.register();
    await accounts.login(email, PASSWORD, { deviceId: 'of before' });
    await world.database.query(`update auth.known_device d set code = '' from auth."user" u where u.id = d.user_id and u.email = $1`, [email]);
    await accounts.login(email, PASSWORD, { deviceId: 'of before' });
    expect((await inbox(email)).map(({ kind }) => kind)).toEqual(['verify-email']);
    await accounts.login(email, PASSWORD, { deviceId: 'second' });
    expect((await inbox(email)).map(({ kind }) => kind)).toEqual(['verify-email', 'new-sign-in']);
  });

  test('of a changed password', async () => {
    const email = await accounts.register();
    const caller = await accounts.callerOf(await accounts.login(email));
    await changePassword(world.web, accounts.deps, caller, { currentPassword: PASSWORD, newPassword: NEXT_PASSWORD });
    expect((await inbox(email)).map(({ kind }) => kind)).toEqual(['verify-email', 'password-changed']);
  });
});

describe('a mail', () => {
  test('whose server fails is sent later; its links are forgotten once it is sent', async () => {
    const email = await accounts.register();
    failure = new Error('ECONNREFUSED');
    expect(await inbox(email)).toEqual([]);
    expect(await rowsOf(email)).toMatchObject([{ state: 'waiting', tries: 1 }]);
    failure = null;
    expect(await inbox(email)).toEqual([]);
    world.clock.advance(5_000);
    expect(await inbox(email)).toHaveLength(1);
    expect(await rowsOf(email)).toEqual([{ state: 'sent', content: '', tries: 2 }]);
  });

  test('that its server refuses for good is given up', async () => {
    const email = await accounts.register();
    failure = new MailError('refused', '550 no such mailbox');
    await inbox(email);
    failure = null;
    world.clock.advance(HOUR_MS);
    expect(await inbox(email)).toEqual([]);
    expect(await rowsOf(email)).toMatchObject([{ state: 'given-up', content: '' }]);
  });

  test('that a database login writes, or turns to another address, is never sent', async () => {
    const email = await accounts.register();
    await world.database.query(
      `insert into auth.mail (id, address, content, created_at, expires_at, due_at)
       select gen_random_uuid(), 'thief@example.vn', content, created_at, expires_at, due_at from auth.mail where address = $1`,
      [email],
      'quydoi_web',
    );
    expect(await inbox('thief@example.vn')).toEqual([]);
    expect(await rowsOf('thief@example.vn')).toMatchObject([{ state: 'given-up' }]);
    expect(await inbox(email)).toHaveLength(1);
  });

  test('tells no link to who reads the table', async () => {
    const email = await accounts.register();
    const [row] = await rowsOf(email);
    expect(String(row?.content)).not.toMatch(/http|verify|lan/);
  });

  test('that could not be sent while it was of use is given up, and told', async () => {
    const email = await accounts.register();
    failure = new Error('ECONNREFUSED');
    await inbox(email);
    world.clock.advance(VERIFY_LINK_HOURS * HOUR_MS);
    await giveUpLateMails(world.web, accounts.deps);
    expect(await rowsOf(email)).toMatchObject([{ state: 'given-up', content: '' }]);
    expect(world.errors.splice(0)).toMatchObject([{ mails: expect.any(Number) }]);
    world.clock.advance(30 * DAY_MS);
    await pruneAccounts(world.web);
    expect(await rowsOf(email)).toEqual([]);
  });
});

describe('a mail server that is away', () => {
  const away = () => new MailError('away', 'ECONNREFUSED');
  /** More than are taken at once. */
  const WAITING = 25;

  /** A server of a test of its own: what it was asked with, and what it took. */
  function openServer() {
    const watch = createMailServerWatch();
    const asked: string[] = [];
    const taken: Mail[] = [];
    const state: { failureOf: (mail: Mail) => Error | null } = { failureOf: away };
    const send = async (mail: Mail) => {
      asked.push(mail.address);
      const error = state.failureOf(mail);
      if (error) throw error;
      taken.push(mail);
    };
    return {
      asked,
      taken,
      state,
      /** As the web polls. */
      async poll(ms: number) {
        for (let passed = 0; passed < ms; passed += SECOND_MS) {
          while (await sendMails(world.web, accounts.deps, { send }, watch));
          world.clock.advance(SECOND_MS);
        }
      },
    };
  }

  async function registerMany(count: number): Promise<string[]> {
    const addresses: string[] = [];
    for (let n = 0; n < count; n += 1) addresses.push(await accounts.register());
    return addresses;
  }

  beforeEach(async () => {
    await world.database.query("update auth.mail set state = 'sent', content = '' where state = 'waiting'");
    world.errors.length = 0;
  });

  test('is asked once a minute, however many mails wait, and gets all of them once within two minutes of its return', async () => {
    const addresses = await registerMany(WAITING);
    const server = openServer();
    await server.poll(2 * HOUR_MS);
    expect(server.asked.length).toBeLessThanOrEqual(130);
    server.state.failureOf = () => null;
    await server.poll(2 * MINUTE_MS);
    expect(server.taken.map(({ address }) => address).toSorted()).toEqual(addresses.toSorted());
  });

  test('delivers no link to reset a password that has expired meanwhile', async () => {
    const email = await accounts.register();
    await forgotPassword(world.web, accounts.deps, { email });
    const server = openServer();
    await server.poll(RESET_LINK_SECONDS * SECOND_MS);
    server.state.failureOf = () => null;
    await server.poll(2 * MINUTE_MS);
    expect(server.taken.map(({ kind }) => kind)).toEqual(['verify-email']);
  });

  test('uses up no mails of the day: asked for all the while, a link comes once it is back', async () => {
    world.clock.advance(DAY_MS - (world.clock.now().getTime() % DAY_MS));
    const email = await accounts.register();
    await inbox(email);
    const server = openServer();
    for (let times = 0; times < ASKED_MAILS_PER_DAY_MAX + 2; times += 1) {
      await forgotPassword(world.web, accounts.deps, { email });
      await server.poll(5 * SECOND_MS);
      world.clock.advance(RESET_LINK_SECONDS * SECOND_MS);
      await giveUpLateMails(world.web, accounts.deps);
    }
    server.state.failureOf = () => null;
    for (let times = 0; times < ASKED_MAILS_PER_DAY_MAX + 2; times += 1) await forgotPassword(world.web, accounts.deps, { email });
    await server.poll(MINUTE_MS);
    // The one that confirmed the address was sent.
    expect(server.taken.map(({ kind }) => kind)).toEqual(Array(ASKED_MAILS_PER_DAY_MAX - 1).fill('reset-password'));
    world.errors.length = 0;
  });

  test('that takes mails in silence gets no more of them than a day has, however many links expire', async () => {
    world.clock.advance(DAY_MS - (world.clock.now().getTime() % DAY_MS));
    const email = await accounts.register();
    await inbox(email);
    const server = openServer();
    const given = new Set<string>();
    server.state.failureOf = ({ id }) => {
      given.add(id);
      return new MailError('doubtful', 'connection closed after the mail');
    };
    for (let times = 0; times < ASKED_MAILS_PER_DAY_MAX; times += 1) {
      for (let mails = 0; mails < 3; mails += 1) await forgotPassword(world.web, accounts.deps, { email });
      await server.poll(3 * MINUTE_MS);
      world.clock.advance(RESET_LINK_SECONDS * SECOND_MS);
      await giveUpLateMails(world.web, accounts.deps);
    }
    world.errors.length = 0;
    // The one that confirmed the address was sent.
    expect(given.size).toBe(ASKED_MAILS_PER_DAY_MAX - 1);
  });

  test('for some mails alone does not keep back those that wait behind them', async () => {
    const poison = await registerMany(4);
    for (const email of poison) await inbox(email);
    const server = openServer();
    server.state.failureOf = ({ address }) => (poison.includes(address) ? away() : null);
    for (const email of poison) await forgotPassword(world.web, accounts.deps, { email });
    await server.poll(2 * MINUTE_MS);
    const email = await accounts.register();
    await server.poll(5 * MINUTE_MS);
    expect(server.taken.map(({ address }) => address)).toEqual([email]);
  });

  test('is told to an operator after five minutes, and each hour', async () => {
    await accounts.register();
    const server = openServer();
    await server.poll(4 * MINUTE_MS);
    expect(world.errors).toEqual([]);
    await server.poll(3 * HOUR_MS);
    expect(world.errors.splice(0)).toHaveLength(3);
  });

  test('is not away for all because of one mail', async () => {
    const [poison = '', ...others] = await registerMany(WAITING);
    const server = openServer();
    server.state.failureOf = ({ address }) => (address === poison ? away() : null);
    await server.poll(2 * MINUTE_MS);
    expect(server.taken.map(({ address }) => address).toSorted()).toEqual(others.toSorted());
  });

  test('for new senders lets a link come while most of its time is left, and the mail says how much', async () => {
    const email = await accounts.register();
    const server = openServer();
    server.state.failureOf = () => null;
    await server.poll(SECOND_MS);
    await forgotPassword(world.web, accounts.deps, { email });
    const from = world.clock.now().getTime();
    server.state.failureOf = () => (world.clock.now().getTime() - from < 5 * MINUTE_MS ? new MailError('put-off', '450 4.2.0 Greylisted') : null);
    await server.poll(7 * MINUTE_MS);
    const [, reset] = server.taken;
    expect(reset).toMatchObject({ kind: 'reset-password' });
    expect(Number(reset?.kind === 'reset-password' && reset.params.minutes)).toBeGreaterThanOrEqual(8);
    expect(Number(reset?.kind === 'reset-password' && reset.params.minutes)).toBeLessThanOrEqual(10);
  });
});

test('a link that is soon of no use is sent before what has piled up', async () => {
  const email = await accounts.register();
  for (let n = 0; n < 25; n += 1) await accounts.register();
  world.clock.advance(MINUTE_MS);
  await forgotPassword(world.web, accounts.deps, { email });
  await sendMails(world.web, accounts.deps, sender);
  expect(sent.map(({ kind }) => kind)).toContain('reset-password');
});
