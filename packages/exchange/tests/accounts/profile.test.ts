import { updateProfileInput } from '@quydoi/contract/accounts';
import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { me } from '../../src/accounts/me.ts';
import { updateProfile } from '../../src/accounts/update-profile.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
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

const newCustomer = async () => accounts.callerOf(await accounts.login(await accounts.register({ fullName: 'Lan' })));
const update = (caller: Caller, input: object) => updateProfile(world.web, accounts.deps, caller, updateProfileInput.parse(input));

test('a customer changes what is given, keeps the rest, and nobody else’s', async () => {
  const [lan, mai] = [await newCustomer(), await newCustomer()];
  const before = await me(world.web, accounts.deps, mai);
  const said = {
    lastName: 'Nguyễn',
    birthday: '1990-12-31',
    passportId: 'C1234567',
    phoneNumber: '0912345678',
    streetAddress1: '12 Lê Lợi',
    city: 'TP. Hồ Chí Minh',
    postalCode: '700000',
    countryCode: 'VN',
    language: 'en',
    timeZone: 'Europe/Berlin',
    currencyKey: 'usd',
  };
  expect(await update(lan, said)).toMatchObject({ ...said, fullName: 'Lan', streetAddress2: '', docStatus: 'not_uploaded' });
  expect(await update(lan, { city: ' Huế ', passportId: '' })).toMatchObject({ ...said, city: 'Huế', passportId: '' });
  expect(await update(lan, {})).toMatchObject({ city: 'Huế' });
  expect(await me(world.web, accounts.deps, mai)).toEqual(before);
});

test('what breaks a rule changes nothing, and each wrong field is named', async () => {
  const lan = await newCustomer();
  const wrong = update(lan, { phoneNumber: '12', birthday: '2023-02-29', countryCode: 'XQ', city: 'Huế' });
  await expect(wrong).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: { fields: ['birthday', 'phoneNumber', 'countryCode'].map((field) => ({ field, problem: 'invalid_format' })) },
  });
  expect(await me(world.web, accounts.deps, lan)).toMatchObject({ phoneNumber: '', city: '' });
  expect(updateProfileInput.safeParse({ timeZone: 'Mars/Olympus' }).success).toBe(false);
});

test('what an operator verified of a customer stays as it is until it is unverified, and the rest may change', async () => {
  const lan = await newCustomer();
  await update(lan, { birthday: '1990-12-31', passportId: 'C1234567' });
  const setStatus = (status: 'verify' | 'not_uploaded') =>
    bindOperations(world.operator).setDocStatus(operatorCaller('lan'), { customer: String(customerIdOf(lan)), status, note: 'passport seen' });
  await setStatus('verify');
  for (const change of [{ fullName: 'Mai' }, { firstName: 'Mai' }, { lastName: 'Mai' }, { birthday: '' }, { passportId: 'X1' }])
    await expect(update(lan, { ...change, city: 'Huế' })).rejects.toMatchObject({ code: 'IDENTITY_VERIFIED' });
  expect(await me(world.web, accounts.deps, lan)).toMatchObject({ fullName: 'Lan', birthday: '1990-12-31', city: '' });
  expect(await update(lan, { fullName: 'Lan', passportId: 'C1234567', city: 'Huế', phoneNumber: '0912345678' })).toMatchObject({ city: 'Huế' });
  await setStatus('not_uploaded');
  expect(await update(lan, { fullName: 'Mai' })).toMatchObject({ fullName: 'Mai' });
});

test('what is no part of a profile does not change with it, and visitors have none', async () => {
  const lan = await newCustomer();
  const { email, id } = await me(world.web, accounts.deps, lan);
  expect(await update(lan, { docStatus: 'verify', sponsor: id, email: 'thief@example.vn', id: 'ZZZZZZZZ' })).toMatchObject({
    docStatus: 'not_uploaded',
    sponsor: null,
    email,
    id,
  });
  await expect(update(testCaller(), { city: 'Huế' })).rejects.toMatchObject({ code: 'REQUIRED_LOGIN' });
});
