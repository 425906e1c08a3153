import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { SAVED_DESTINATIONS_MAX } from '@quydoi/domain/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../src/accounts/delete-account.ts';
import { listDestinations, removeDestination, saveDestination } from '../../src/orders/saved-destinations.ts';
import { exportData } from '../../src/own-data/export-data.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** Price of 100 pm. */
const PRICE = 2_607_975n;
const WALLET = { currency: 'trc20', bank: null, account: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' };
const ACCOUNT = { currency: 'vnd', bank: 'vcb', account: '0011001234567' };

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

interface Named {
  readonly currency: string;
  readonly bank: string | null;
  readonly account: string;
}

const newCustomer = async () => accounts.callerOf(await accounts.login(await accounts.register()));
const idOf = (caller: Caller) => String(customerIdOf(caller));
const inputOf = ({ currency, bank, account }: Named) => ({ currency, account, ...(bank === null ? {} : { bank }) });
const list = async (caller: Caller): Promise<Named[]> =>
  (await listDestinations(world.web, world.deps, caller)).items.map(({ currency, bank, account }) => ({ currency, bank, account }));
const save = (caller: Caller, destination: Named, password = PASSWORD) =>
  saveDestination(world.web, world.deps, accounts.deps, caller, { ...inputOf(destination), password });
const remove = (caller: Caller, destination: Named) => removeDestination(world.web, world.deps, caller, inputOf(destination));
const asWeb = (sql: string, values: readonly unknown[]) => world.database.query(sql, values, 'quydoi_web');

test('customers save accounts and wallets as orders read them, once each, newest first, and remove them', async () => {
  const lan = await newCustomer();
  await save(lan, WALLET);
  world.clock.advance(1_000);
  await save(lan, { ...ACCOUNT, account: ' 0011 001234567 ' });
  expect(await list(lan)).toEqual([ACCOUNT, WALLET]);
  world.clock.advance(1_000);
  await save(lan, WALLET);
  expect(await list(lan)).toEqual([WALLET, ACCOUNT]);
  expect((await exportData(world.web, world.deps, accounts.deps, lan)).destinations).toEqual(
    (await listDestinations(world.web, world.deps, lan)).items,
  );
  await remove(lan, ACCOUNT);
  await remove(lan, { ...ACCOUNT, account: '0011007654321' });
  await remove(lan, { ...WALLET, currency: 'doge' });
  expect(await list(lan)).toEqual([WALLET]);
  expect((await world.database.query('select 1 from saved_destination where customer_id = $1', [idOf(lan)])).length).toBe(1);
});

test('what no order could be paid to is not saved, nor is anything without the password or a login', async () => {
  const lan = await newCustomer();
  const wrong = [
    [{ ...WALLET, account: 'T123' }, 'WALLET_ADDRESS_INVALID'],
    [{ ...ACCOUNT, account: '12' }, 'BANK_ACCOUNT_INVALID'],
    [{ ...ACCOUNT, bank: 'nobank' }, 'BANK_ACCOUNT_INVALID'],
    [{ ...ACCOUNT, bank: null }, 'BANK_ACCOUNT_INVALID'],
    [{ ...WALLET, currency: 'e-voucher' }, 'CURRENCY_NOT_SUPPORTED'],
    [{ ...WALLET, currency: 'doge' }, 'CURRENCY_NOT_SUPPORTED'],
  ] as const;
  for (const [destination, code] of wrong) await expect(save(lan, destination), JSON.stringify(destination)).rejects.toMatchObject({ code });
  await expect(save(lan, WALLET, 'banh mi 7 gio sang')).rejects.toMatchObject({ code: 'CREDENTIALS_INVALID' });
  expect(await list(lan)).toEqual([]);
  for (const call of [list(testCaller()), save(testCaller(), WALLET), remove(testCaller(), ACCOUNT)])
    await expect(call).rejects.toMatchObject({ code: 'REQUIRED_LOGIN' });
});

test('our own accounts are not saved, as no order is paid to them', async () => {
  const lan = await newCustomer();
  const { ref } = await world.create({}, lan);
  const { payInAccount } = await world.order(ref);
  await expect(save(lan, { ...ACCOUNT, account: payInAccount })).rejects.toMatchObject({
    code: 'BANK_ACCOUNT_INVALID',
    details: { problem: 'ours' },
  });
});

test('a stolen session is enough to order, but not to have the thief’s wallet offered', async () => {
  const lan = await newCustomer();
  const { ref } = await world.create({ destination: 'U7654321' }, lan);
  await world.pay(ref, PRICE);
  await world.run();
  expect(await world.order(ref)).toMatchObject({ status: 'delivered', destination: 'U7654321' });
  expect(await list(lan)).toEqual([]);
});

test('a thief of the web’s database login offers a customer nothing that they have not saved, and changes no row into another', async () => {
  const [lan, mai] = [await newCustomer(), await newCustomer()];
  await save(mai, WALLET);
  await save(lan, ACCOUNT);
  const copied = `insert into saved_destination (customer_id, currency, bank, account, saved_at, proof)
    select $1, currency, bank, account, saved_at, proof from saved_destination where customer_id = $2`;
  await asWeb(copied, [idOf(lan), idOf(mai)]);
  await asWeb(`insert into saved_destination values ($1, 'pm', '', 'U6666666', now(), '')`, [idOf(lan)]);
  expect(await list(lan)).toEqual([ACCOUNT]);
  for (const column of ['customer_id', 'currency', 'bank', 'account'])
    await expect(asWeb(`update saved_destination set ${column} = ${column}`, []), column).rejects.toMatchObject({ code: '42501' });
  await asWeb(`update saved_destination set saved_at = saved_at + interval '1 day' where customer_id = $1`, [idOf(lan)]);
  expect(await list(lan)).toEqual([]);
});

test('one customer neither sees nor removes what another has saved', async () => {
  const [lan, mai] = [await newCustomer(), await newCustomer()];
  await save(mai, WALLET);
  expect(await list(lan)).toEqual([]);
  await remove(lan, WALLET);
  expect(await list(mai)).toEqual([WALLET]);
});

test('a customer saves few, also with many calls at a time; those who remove one save another', async () => {
  const lan = await newCustomer();
  const numbered = (n: number) => ({ ...ACCOUNT, account: `00110012345${String(n).padStart(2, '0')}` });
  for (let n = 0; n < SAVED_DESTINATIONS_MAX - 2; n += 1) await save(lan, numbered(n));
  const last = await Promise.allSettled([90, 91, 92, 93].map((n) => save(lan, numbered(n))));
  const refusals = last.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  expect(refusals).toEqual(['TOO_MANY_DESTINATIONS', 'TOO_MANY_DESTINATIONS']);
  expect(await list(lan)).toHaveLength(SAVED_DESTINATIONS_MAX);
  await save(lan, numbered(0));
  await remove(lan, numbered(1));
  await save(lan, WALLET);
  expect(await list(lan)).toHaveLength(SAVED_DESTINATIONS_MAX);
});

test('saved destinations go with the account, and none is saved after it', async () => {
  const [lan, mai] = [await newCustomer(), await newCustomer()];
  for (const caller of [lan, mai]) await save(caller, WALLET);
  const [late] = await Promise.allSettled([save(lan, ACCOUNT), deleteAccount(world.web, accounts.deps, lan, { password: PASSWORD })]);
  expect(late.status === 'fulfilled' || ['REQUIRED_LOGIN', 'CREDENTIALS_INVALID'].includes(late.reason.code)).toBe(true);
  expect(await world.database.query('select 1 from saved_destination where customer_id = $1', [idOf(lan)])).toEqual([]);
  await expect(save(lan, ACCOUNT)).rejects.toThrow();
  expect(await world.database.query('select 1 from saved_destination where customer_id = $1', [idOf(lan)])).toEqual([]);
  expect(await list(mai)).toEqual([WALLET]);
});
