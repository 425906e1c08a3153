import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { WRONG_PASSWORDS_PER_DAY_MAX } from '@quydoi/domain/constants';
import { DAY_MS } from '@quydoi/domain/durations';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changePassword } from '../../src/accounts/change-password.ts';
import { type Mail, sendMails } from '../../src/accounts/mail-queue.ts';
import { forgotPassword, resetPassword } from '../../src/accounts/reset-password.ts';
import { turnOffTwoFactor } from '../../src/accounts/two-factor/change-two-factor.ts';
import { activateTwoFactor, setUpTwoFactor } from '../../src/accounts/two-factor/set-up-two-factor.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* A thief has the web's database login and an account of their own: what the login writes makes the thief no other customer. */

const THIEFS_PASSWORD = 'banh mi 7 gio sang';
const FORBIDDEN = { code: '42501' };

let world: World;
let accounts: TestAccounts;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
});
// Each test has a day of its own.
beforeEach(() => world.clock.advance(DAY_MS));
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

const asWeb = (text: string, values: readonly unknown[] = []) => world.database.query(text, values, 'quydoi_web');
/** What only another mistake of ours would let the web's login do. */
const asOwner = (text: string, values: readonly unknown[] = []) => world.database.query(text, values);

/** A customer who is logged in. */
interface LoggedIn {
  readonly email: string;
  readonly id: string;
  /** Bearer token. */
  readonly bearer: string;
}

async function openCustomer(password = PASSWORD): Promise<LoggedIn> {
  const email = await accounts.register({ password });
  const bearer = await accounts.login(email, password);
  const principal = await accounts.principalOf(bearer);
  return { email, bearer, id: principal?.kind === 'customer' ? principal.customerId : '' };
}

/** Writes a row of a table again, after it was deleted, with columns set otherwise: what a right to add and delete rows comes to. */
async function rewrite(table: string, id: unknown, set: Readonly<Record<string, unknown>>): Promise<void> {
  const [row] = await asWeb(`select to_jsonb(t) as was from auth.${table} t where id = $1`, [id]);
  await asWeb(`delete from auth.${table} where id = $1`, [id]);
  await asWeb(`insert into auth.${table} select * from jsonb_populate_record(null::auth.${table}, $1::jsonb)`, [
    JSON.stringify({ ...(row?.was as object), ...set }),
  ]);
}

describe('a session', () => {
  /** Asked without what this process remembers. */
  const principalOf = (bearer: string) => {
    accounts.deps.sessions.drop();
    return accounts.principalOf(bearer);
  };

  test('that the login gives to another customer logs nobody in', async () => {
    const [victim, thief] = [await openCustomer(), await openCustomer()];
    const move = 'update auth.session set "userId" = $1 where "userId" = $2';
    await expect(asWeb(move, [victim.id, thief.id])).rejects.toMatchObject(FORBIDDEN);
    await asOwner(move, [victim.id, thief.id]);
    expect(await principalOf(thief.bearer)).toBeNull();
  });

  test('that the login adds for another customer does not, whatever is written into its bearer token', async () => {
    const [victim, thief] = [await openCustomer(), await openCustomer()];
    const [session] = await asWeb('select id from auth.session where "userId" = $1', [thief.id]);
    await rewrite('session', session?.id, { id: 'planted', userId: victim.id });
    for (const bearer of [thief.bearer, thief.bearer.replace(thief.id, victim.id)]) expect(await principalOf(bearer)).toBeNull();
    expect(await principalOf(victim.bearer)).toMatchObject({ customerId: victim.id });
  });
});

describe('a link to reset a password', () => {
  async function linkOf({ email }: LoggedIn): Promise<string> {
    const sent: Mail[] = [];
    await forgotPassword(world.web, accounts.deps, { email });
    while (await sendMails(world.web, accounts.deps, { send: async (mail) => void sent.push(mail) }));
    const mail = sent.find(({ address, kind }) => address === email && kind === 'reset-password');
    return (mail && 'link' in mail.params && new URL(mail.params.link).searchParams.get('token')) || '';
  }

  test('of an own account sets no other customer’s password, wherever the login points its row', async () => {
    const [victim, thief] = [await openCustomer(), await openCustomer()];
    const token = await linkOf(thief);
    await expect(asWeb('update auth.verification set value = $1 where value = $2', [victim.id, thief.id])).rejects.toMatchObject(FORBIDDEN);
    const [row] = await asWeb('select id from auth.verification where value = $1', [thief.id]);
    await rewrite('verification', row?.id, { value: victim.id });
    const reset = resetPassword(world.web, accounts.deps, testCaller(), { token, newPassword: THIEFS_PASSWORD });
    await expect(reset).rejects.toThrow('LINK_INVALID');
    expect(await accounts.login(victim.email)).not.toBe('');
    await expect(accounts.login(victim.email, THIEFS_PASSWORD)).rejects.toThrow('CREDENTIALS_INVALID');
  });

  test('is mailed to no address that the login gives to another’s account', async () => {
    const [victim, thief] = [await openCustomer(), await openCustomer()];
    await expect(asWeb(`update auth."user" set email = $1 where id = $2`, [`x${thief.email}`, victim.id])).rejects.toMatchObject(FORBIDDEN);
    await expect(asWeb(`update auth."user" set username = 'thief' where id = $1`, [victim.id])).rejects.toMatchObject(FORBIDDEN);
  });
});

describe('a password hash', () => {
  const hashOf = async ({ id }: LoggedIn) => String((await asWeb('select password from auth.account where "userId" = $1', [id]))[0]?.password);
  const setHash = ({ id }: LoggedIn, hash: string) => asWeb('update auth.account set password = $1 where "userId" = $2', [hash, id]);
  const tryThiefs = ({ email }: LoggedIn) => accounts.login(email, THIEFS_PASSWORD, { deviceId: 'thief' });

  test('that the site made for one customer is no other’s', async () => {
    const [victim, thief] = [await openCustomer(), await openCustomer(THIEFS_PASSWORD)];
    const [own, thiefs] = [await hashOf(victim), await hashOf(thief)];
    const bare = thiefs.replace(/\$[^$]*$/, '');
    for (const hash of [thiefs, bare, `${bare}$`, `${bare}$${own.split('$').at(-1)}`]) {
      await setHash(victim, hash);
      await expect(tryThiefs(victim)).rejects.toThrow('CREDENTIALS_INVALID');
    }
    await setHash(victim, own);
    expect(await accounts.principalOf(await accounts.login(victim.email))).toMatchObject({ customerId: victim.id });
    expect(await accounts.principalOf(await tryThiefs(thief))).toMatchObject({ customerId: thief.id });
  });

  test('of a password that was changed is not either', async () => {
    const [victim, thief] = [await openCustomer(), await openCustomer()];
    const caller = await accounts.callerOf(thief.bearer);
    await changePassword(world.web, accounts.deps, caller, { currentPassword: PASSWORD, newPassword: THIEFS_PASSWORD });
    await setHash(victim, await hashOf(thief));
    await expect(tryThiefs(victim)).rejects.toThrow('CREDENTIALS_INVALID');
    expect(await accounts.principalOf(await tryThiefs(thief))).toMatchObject({ customerId: thief.id });
  });

  test('that the login adds to a customer’s account logs nobody in', async () => {
    const [victim, thief] = [await openCustomer(), await openCustomer(THIEFS_PASSWORD)];
    await asWeb(
      `insert into auth.account select (jsonb_populate_record(a, jsonb_build_object('id', 'a' || a.id, 'userId', $1::text, 'accountId', $1::text))).*
       from auth.account a where a."userId" = $2`,
      [victim.id, thief.id],
    );
    // Whichever row is looked at.
    await setHash(victim, await hashOf(thief));
    await expect(tryThiefs(victim)).rejects.toThrow('CREDENTIALS_INVALID');
  });
});

describe('a second factor', () => {
  /** A customer whose second factor is on. */
  async function openOwner(): Promise<LoggedIn & { readonly recoveryCodes: readonly string[] }> {
    const customer = await openCustomer();
    const caller = await accounts.callerOf(customer.bearer);
    const { secret, setUp } = await setUpTwoFactor(world.web, accounts.deps, caller, { password: PASSWORD });
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: world.clock.now().getTime() });
    const { token, recoveryCodes } = await activateTwoFactor(world.web, accounts.deps, caller, { setUp, code });
    return { ...customer, bearer: token, recoveryCodes };
  }
  const rowOf = async ({ id }: LoggedIn) => (await asOwner('select * from auth.two_factor where user_id = $1', [id]))[0] ?? {};
  const removed = async (which: 'remove_two_factor' | 'remove_recovery_codes', { id }: LoggedIn, codes: readonly unknown[]) =>
    (await asWeb(`select auth.${which}($1, $2::text[]) as done`, [id, codes]))[0]?.done;

  test('is switched off, or deprived of its recovery codes, by nothing that the login can read', async () => {
    const owner = await openOwner();
    for (const table of ['two_factor', 'recovery_code'])
      await expect(asWeb(`delete from auth.${table} where user_id = $1`, [owner.id])).rejects.toMatchObject(FORBIDDEN);
    const known = Object.values(await rowOf(owner)).map(String);
    for (const which of ['remove_two_factor', 'remove_recovery_codes'] as const) expect(await removed(which, owner, known)).toBe(false);
    const hashes = (await asWeb('select code_hash from auth.recovery_code where user_id = $1', [owner.id])).map(({ code_hash }) => code_hash);
    expect(await asWeb('select auth.take_recovery_code($1, $2::text[]) as done', [owner.id, hashes])).toEqual([{ done: false }]);
    await expect(accounts.login(owner.email)).rejects.toThrow('a code is wanted');
    const caller = await accounts.callerOf(owner.bearer);
    const [code = ''] = owner.recoveryCodes;
    await turnOffTwoFactor(world.web, accounts.deps, caller, { password: PASSWORD, code });
    expect(await accounts.login(owner.email)).not.toBe('');
  });

  test('takes no code again that was used, whatever the login writes', async () => {
    const owner = await openOwner();
    const back = 'update auth.two_factor set last_step = last_step - 1 where user_id = $1';
    await expect(asWeb(back, [owner.id])).rejects.toMatchObject({ code: 'QD048' });
  });
});

describe('tries of a password', () => {
  const guess = ({ email }: LoggedIn, deviceId: string | null) => accounts.login(email, 'guess 1', { deviceId });

  async function useUp(victim: LoggedIn): Promise<void> {
    for (let n = 0; n < WRONG_PASSWORDS_PER_DAY_MAX.stranger; n += 1) await expect(guess(victim, null)).rejects.toThrow('CREDENTIALS_INVALID');
    await expect(guess(victim, null)).rejects.toThrow('TOO_MANY_PASSWORDS');
  }

  test('are given back by nothing that the login can read or write', async () => {
    const victim = await openCustomer();
    await useUp(victim);
    for (const statement of ['update auth.password_try set tried = 0', `insert into auth.password_try (party, day, tried) values ('a', 1, -9)`])
      await expect(asWeb(statement)).rejects.toMatchObject(FORBIDDEN);
    const rows = await asWeb('select party, day, return_hashes from auth.password_try where cardinality(return_hashes) > 0');
    expect(rows.length).toBeGreaterThan(0);
    for (const { party, day, return_hashes } of rows)
      for (const code of return_hashes as string[])
        expect(await asWeb('select auth.return_password_try($1, $2, $3) as done', [party, day, code])).toEqual([{ done: false }]);
    await expect(guess(victim, null)).rejects.toThrow('TOO_MANY_PASSWORDS');
  });

  test('are no more on a device that the login calls the victim’s', async () => {
    const victim = await openCustomer();
    await useUp(victim);
    const thief = await openCustomer();
    await accounts.login(thief.email, PASSWORD, { deviceId: 'of the thief' });
    await asWeb(
      `insert into auth.known_device select (jsonb_populate_record(d, jsonb_build_object('user_id', $1::text))).*
       from auth.known_device d where d.device = 'of the thief'`,
      [victim.id],
    );
    await expect(guess(victim, 'of the thief')).rejects.toThrow('TOO_MANY_PASSWORDS');
  });
});
