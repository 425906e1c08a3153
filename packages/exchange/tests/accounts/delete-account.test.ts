import { updateProfileInput } from '@quydoi/contract/accounts';
import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { orderListInput } from '@quydoi/contract/orders/order-list';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount } from '../../src/accounts/delete-account.ts';
import { type Mail, sendMails } from '../../src/accounts/mail-queue.ts';
import { me } from '../../src/accounts/me.ts';
import { forgotPassword, resetPassword } from '../../src/accounts/reset-password.ts';
import { activateTwoFactor, setUpTwoFactor } from '../../src/accounts/two-factor/set-up-two-factor.ts';
import { updateProfile } from '../../src/accounts/update-profile.ts';
import { actOnOrder } from '../../src/actions/act-on-order.ts';
import { handleOrderRequests } from '../../src/actions/handle-requests.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { adoptOrders } from '../../src/orders/adopt-orders.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { listOrders } from '../../src/orders/list-orders.ts';
import { exportData } from '../../src/own-data/export-data.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { workingMeanwhile } from '../../testing/working-meanwhile.ts';
import { openWorld, type World } from '../../testing/world.ts';

const WRONG = 'banh mi 7 gio sang';

let world: World;
let accounts: TestAccounts;
const sent: Mail[] = [];

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
});
beforeEach(() => {
  sent.length = 0;
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

/** A customer who is logged in, and the same browser before the login. */
interface Member {
  readonly email: string;
  readonly bearer: string;
  readonly caller: Caller;
  readonly visitor: Caller;
}

async function newMember(email?: string): Promise<Member> {
  const visitor = testCaller();
  const registered = await accounts.register({ fullName: 'Lan', ...(email === undefined ? {} : { email }) });
  const bearer = await accounts.login(registered);
  const { deviceId, addressBlock } = visitor;
  return { email: registered, bearer, visitor, caller: await accounts.callerOf(bearer, { deviceId, addressBlock }) };
}

const remove = ({ caller }: Pick<Member, 'caller'>, password = PASSWORD, code?: string) =>
  deleteAccount(world.web, accounts.deps, caller, code === undefined ? { password } : { password, code });
const idOf = ({ caller }: Pick<Member, 'caller'>) => String(customerIdOf(caller));
const cancel = ({ caller }: Member, ref: string) =>
  workingMeanwhile(actOnOrder(world.web, world.deps, caller, { ref, action: 'cancel' }), () => handleOrderRequests(world.worker));
/** Sends what is due, and returns the kinds of mails that an address was sent. */
async function mailsTo(address: string): Promise<string[]> {
  while (await sendMails(world.web, accounts.deps, { send: async (mail) => void sent.push(mail) }));
  return sent.filter((mail) => mail.address === address).map(({ kind }) => kind);
}
const tellsOf = async (id: string) =>
  JSON.stringify(
    await world.database.query(
      `select to_jsonb(c) as customer, to_jsonb(u) as user,
         (select count(*) from auth.session where "userId" = c.id)::int as sessions, (select count(*) from auth.account where "userId" = c.id)::int as accounts,
         (select count(*) from auth.known_device where user_id = c.id)::int as devices, (select count(*) from auth.two_factor where user_id = c.id)::int as factors,
         (select count(*) from auth.verification where value = c.id)::int as links, (select count(*) from adopted_order where customer_id = c.id)::int as adopted
       from customer c join auth."user" u on u.id = c.id where c.id = $1`,
      [id],
    ),
  );

describe('an account that is deleted', () => {
  test('leaves nothing that says who it was of, ends every session, and is told to its owner', async () => {
    const lan = await newMember();
    const profile = {
      birthday: '1990-12-31',
      passportId: 'C1234567',
      phoneNumber: '0912345678',
      streetAddress1: '12 Lê Lợi',
      city: 'Huế',
      countryCode: 'VN',
    };
    await updateProfile(world.web, accounts.deps, lan.caller, updateProfileInput.parse(profile));
    await bindOperations(world.operator).setDocStatus(operatorCaller('lan'), { customer: idOf(lan), status: 'verify', note: 'passport seen' });
    const other = await accounts.login(lan.email, PASSWORD, { deviceId: 'another' });
    await forgotPassword(world.web, accounts.deps, { email: lan.email });
    const before = await tellsOf(idOf(lan));
    for (const value of [...Object.values(profile), lan.email, 'Lan']) expect(before).toContain(value);

    expect(await remove(lan)).toEqual({ done: true });
    const after = await tellsOf(idOf(lan));
    // An identity that is made up may hold a short value, such as a country's code.
    const told = after.replaceAll(idOf(lan), 'IDENTITY');
    for (const value of [...Object.values(profile), lan.email, 'Lan']) expect(told).not.toContain(value);
    for (const part of ['sessions', 'accounts', 'devices', 'factors', 'links', 'adopted']) expect(after).toContain(`"${part}":0`);
    for (const bearer of [lan.bearer, other]) expect(await accounts.principalOf(bearer)).toBeNull();
    await expect(me(world.web, accounts.deps, lan.caller)).rejects.toThrow('REQUIRED_LOGIN');
    await expect(accounts.login(lan.email)).rejects.toThrow('CREDENTIALS_INVALID');
    expect(await mailsTo(lan.email)).toContain('account-deleted');
  });

  test('is gone for good: no link sets a password, no operator verifies it, nobody is brought by it, and its address opens another one', async () => {
    const lan = await newMember();
    await forgotPassword(world.web, accounts.deps, { email: lan.email });
    await mailsTo(lan.email);
    const reset = sent.find(({ kind }) => kind === 'reset-password');
    const token = (reset && 'link' in reset.params && new URL(reset.params.link).searchParams.get('token')) || '';
    await remove(lan);
    await expect(resetPassword(world.web, accounts.deps, testCaller(), { token, newPassword: WRONG })).rejects.toThrow('LINK_INVALID');
    const verify = bindOperations(world.operator).setDocStatus(operatorCaller('lan'), { customer: idOf(lan), status: 'verify', note: 'x' });
    await expect(verify).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const brought = await accounts.callerOf(await accounts.login(await accounts.register({ ref: idOf(lan) })));
    expect(await me(world.web, accounts.deps, brought)).toMatchObject({ sponsor: null });
    await expect(remove(lan)).rejects.toThrow('REQUIRED_LOGIN');
    const again = await newMember(lan.email);
    expect(idOf(again)).not.toBe(idOf(lan));
    expect((await listOrders(world.web, world.deps, again.caller, orderListInput.parse({}))).items).toEqual([]);
  });

  test('leaves others as they are', async () => {
    const [lan, mai] = [await newMember(), await newMember()];
    const before = await tellsOf(idOf(mai));
    await remove(lan);
    expect(await tellsOf(idOf(mai))).toBe(before);
    expect(await me(world.web, accounts.deps, mai.caller)).toMatchObject({ email: mai.email, fullName: 'Lan' });
  });
});

describe('orders', () => {
  test('that are open keep their account, own and adopted ones, before any password is looked at', async () => {
    const lan = await newMember();
    const adopted = await world.create({}, lan.visitor);
    const own = await world.create({ quantity: '20' }, lan.caller);
    await adoptOrders(world.web, world.deps, lan.caller, { orders: [adopted] });
    const { count } = accounts.hashed;
    for (const ref of [own.ref, adopted.ref]) {
      await expect(remove(lan)).rejects.toMatchObject({ code: 'ORDERS_OPEN' });
      await cancel(lan, ref);
    }
    expect(accounts.hashed.count).toBe(count);
    expect(await remove(lan)).toEqual({ done: true });
  });

  test('stay as they are, opened by their keys; adopted ones are a visitor’s again, who may adopt them anew', async () => {
    const lan = await newMember();
    const adopted = await world.create({}, lan.visitor);
    const own = await world.create({ quantity: '20' }, lan.caller);
    await adoptOrders(world.web, world.deps, lan.caller, { orders: [adopted] });
    await cancel(lan, adopted.ref);
    await cancel(lan, own.ref);
    const before = [await world.order(own.ref), await world.order(adopted.ref)];
    await remove(lan);
    world.deps.pages.drop();
    expect([await world.order(own.ref), await world.order(adopted.ref)]).toEqual(before);
    const shown = await getOrder(world.web, world.deps, testCaller({ orderKey: own.key }), { ref: own.ref });
    expect(shown.masked).toBe(false);
    const again = await newMember(lan.email);
    const sameBrowser = { ...again.caller, deviceId: lan.visitor.deviceId };
    expect((await adoptOrders(world.web, world.deps, sameBrowser, { orders: [own, adopted] })).adopted).toEqual([adopted.ref]);
  });

  test('that a call makes whose session ended under it are like a visitor’s', async () => {
    const lan = await newMember();
    await remove(lan);
    const { ref, key } = await world.create({}, lan.caller);
    expect((await getOrder(world.web, world.deps, testCaller({ orderKey: key }), { ref })).masked).toBe(false);
    const adopted = await world.create({}, lan.visitor);
    await expect(adoptOrders(world.web, world.deps, lan.caller, { orders: [adopted] })).rejects.toThrow('cannot be adopted');
  });
});

describe('it takes', () => {
  test('the password, few tries of which there are', async () => {
    const lan = await newMember();
    for (let tries = 0; tries < 10; tries += 1) await expect(remove(lan, WRONG)).rejects.toThrow('CREDENTIALS_INVALID');
    await expect(remove(lan)).rejects.toThrow('TOO_MANY_PASSWORDS');
    expect(await me(world.web, accounts.deps, lan.caller)).toMatchObject({ email: lan.email });
  });

  test('a code of the second factor where there is one, and once', async () => {
    const lan = await newMember();
    const { secret, setUp } = await setUpTwoFactor(world.web, accounts.deps, lan.caller, { password: PASSWORD });
    const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() });
    const used = codeNow();
    const started = await activateTwoFactor(world.web, accounts.deps, lan.caller, { setUp, code: used });
    const member = { caller: await accounts.callerOf(started.token, { deviceId: lan.visitor.deviceId }) };
    await expect(remove(member)).rejects.toThrow('CODE_INVALID');
    await expect(remove(member, PASSWORD, used)).rejects.toThrow('CODE_USED');
    await expect(remove(member, WRONG, codeNow())).rejects.toThrow('CREDENTIALS_INVALID');
    world.clock.advance(60_000);
    expect(await remove(member, PASSWORD, codeNow())).toEqual({ done: true });
    await expect(accounts.login(lan.email)).rejects.toThrow('CREDENTIALS_INVALID');
  });

  test('a code of the web’s process: its database login deletes nobody, and brings nobody back', async () => {
    const [lan, mai] = [await newMember(), await newMember()];
    const asWeb = (text: string, values: readonly unknown[]) => world.database.query(text, values, 'quydoi_web');
    for (const codes of [[], ['forged'], [idOf(lan)]])
      expect(await asWeb('select auth.delete_account($1, $2::text[]) as deleted', [idOf(lan), codes])).toEqual([{ deleted: false }]);
    expect(await me(world.web, accounts.deps, lan.caller)).toMatchObject({ email: lan.email });
    const planted = asWeb('update customer set removal_hash = $2 where id = $1', [idOf(lan), 'x']);
    await expect(planted).rejects.toMatchObject({ code: '42501' });
    await remove(mai);
    await expect(asWeb(`update customer set city = 'Huế' where id = $1`, [idOf(mai)])).rejects.toMatchObject({ code: 'QD056' });
    await expect(asWeb('delete from adopted_order', [])).rejects.toMatchObject({ code: '42501' });
    // A session that somebody writes for it logs nobody in.
    await world.database.query(
      `insert into auth.session (id, "expiresAt", token, "updatedAt", "userId") values ('planted', now() + interval '1 day', 'planted-token-planted', now(), $1)`,
      [idOf(mai)],
    );
    expect(await accounts.principalOf(accounts.deps.tokens.seal({ token: 'planted-token-planted', customerId: idOf(mai) }))).toBeNull();
  });
});

test('an adoption stays while its customer has an account, also for the owner of the database', async () => {
  const lan = await newMember();
  const order = await world.create({}, lan.visitor);
  await adoptOrders(world.web, world.deps, lan.caller, { orders: [order] });
  await expect(world.database.query('delete from adopted_order')).rejects.toMatchObject({ code: 'QD058' });
});

describe('the export', () => {
  test('tells all that is kept of the customer, and nothing of others', async () => {
    const [lan, mai] = [await newMember(), await newMember()];
    const adopted = await world.create({}, lan.visitor);
    world.clock.advance(1_000);
    const own = await world.create({ quantity: '20' }, lan.caller);
    await world.create({}, mai.caller);
    await adoptOrders(world.web, world.deps, lan.caller, { orders: [adopted] });
    const data = await exportData(world.web, world.deps, accounts.deps, lan.caller);
    expect(data.customer).toEqual(await me(world.web, accounts.deps, lan.caller));
    expect(data).toMatchObject({ exportedAt: world.clock.now(), twoFactor: { twoFactor: 'none' }, sessions: [{ isCurrent: true }] });
    expect(data.devices).toHaveLength(1);
    expect(data.orders.map(({ ref, isAdopted, destinationName }) => ({ ref, isAdopted, destinationName }))).toEqual([
      { ref: own.ref, isAdopted: false, destinationName: own.destinationName },
      { ref: adopted.ref, isAdopted: true, destinationName: adopted.destinationName },
    ]);
    await expect(exportData(world.web, world.deps, accounts.deps, lan.visitor)).rejects.toMatchObject({ code: 'REQUIRED_LOGIN' });
  });

  test('goes on over pages', async () => {
    const lan = await newMember();
    const adopted = await world.create({}, lan.visitor);
    await adoptOrders(world.web, world.deps, lan.caller, { orders: [adopted] });
    const { id } = await world.order(adopted.ref);
    await world.database.query('set session_replication_role = replica');
    await world.database.query(
      `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'ref', 'COPY' || lpad(n::text, 6, '0')))).*
       from orders o, generate_series(1, 150) n where o.id = $1`,
      [id],
    );
    await world.database.query('set session_replication_role = default');
    await world.database.query(
      `insert into adopted_order (order_id, customer_id, created_at, proof) select id, $1, created_at, '' from orders where ref like 'COPY%'`,
      [idOf(lan)],
    );
    // None of these was made by the site: the first page has none that is.
    expect((await exportData(world.web, world.deps, accounts.deps, lan.caller)).orders.map(({ ref }) => ref)).toEqual([adopted.ref]);
  });
});
