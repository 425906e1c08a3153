import { updateProfileInput } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { customerIdOf } from '@quydoi/contract/caller';
import { identityProcedures } from '@quydoi/contract/identity';
import { operationProcedures } from '@quydoi/contract/operations';
import type { RoleName } from '@quydoi/database/testing/database';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { IDENTITY_PARTS, type IdentityPart } from '@quydoi/domain/customer/identity';
import { DAY_MS } from '@quydoi/domain/durations';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteAccount } from '../../src/accounts/delete-account.ts';
import { getIdentity, submitOwnIdentity, uploadIdentityPart } from '../../src/accounts/identity/identity.ts';
import { updateProfile } from '../../src/accounts/update-profile.ts';
import { createIdentityOpener, createIdentitySealer, identityPublicKeyOf } from '../../src/identity-keys.ts';
import { createImageCleaner } from '../../src/images/clean-image.ts';
import { prune } from '../../src/jobs/prune.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

const SECRET = Buffer.from('secret of operators');
const deps = { images: createImageCleaner(), identities: createIdentitySealer(identityPublicKeyOf(SECRET)) };

let world: World;
let accounts: TestAccounts;
let photo: string;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
  const drawn = sharp({ create: { width: 400, height: 250, channels: 3, background: '#2080c0' } });
  photo = (
    await drawn
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

const newCustomer = async () => accounts.callerOf(await accounts.login(await accounts.register({ fullName: 'Lan' })));
const upload = (caller: Caller, part: IdentityPart, image = photo) => uploadIdentityPart(world.web, deps, caller, { part, image });
const operate = (name = 'lan') => {
  const operations = bindOperations({ ...world.operator, identities: createIdentityOpener([SECRET]) });
  const caller = operatorCaller(name);
  return {
    list: () => operations.listIdentities(caller, { limit: 50 }),
    read: (customer: string) => operations.readIdentity(caller, { customer }),
    /** Decides about the submission that waits. */
    decide: async (customer: string, status: 'verify' | 'not_uploaded', refusal?: 'unreadable') => {
      const { items } = await operations.listIdentities(caller, { limit: 50 });
      const submission = items.find((item) => item.customer === customer)?.submission;
      const decision = { customer, status, note: 'looked at', ...(submission ? { submission } : {}), ...(refusal ? { refusal } : {}) };
      return operations.setDocStatus(caller, decision);
    },
    decideAbout: (customer: string, submission: number | undefined) =>
      operations.setDocStatus(caller, { customer, status: 'verify', note: 'looked at', ...(submission ? { submission } : {}) }),
  };
};
const idOf = (caller: Caller) => customerIdOf(caller) ?? '';

async function handedIn(): Promise<Caller> {
  const caller = await newCustomer();
  for (const part of IDENTITY_PARTS) await upload(caller, part);
  await submitOwnIdentity(world.web, caller);
  return caller;
}

describe('an identity', () => {
  test('is shown by three pictures, handed in together, looked at by an operator, and verified', async () => {
    const lan = await newCustomer();
    expect(await getIdentity(world.web, lan)).toEqual({ docStatus: 'not_uploaded', parts: [], submittedAt: null, refusal: null });
    await upload(lan, 'front');
    await upload(lan, 'back');
    await expect(submitOwnIdentity(world.web, lan)).rejects.toThrow('IDENTITY_INCOMPLETE');
    await upload(lan, 'selfie');
    const submitted = await submitOwnIdentity(world.web, lan);
    expect(submitted).toMatchObject({ docStatus: 'unverified', submittedAt: expect.any(Date), refusal: null });
    expect(identityProcedures.get.output.parse(submitted).parts.map(({ part }) => part)).toEqual([...IDENTITY_PARTS]);

    const operator = operate();
    expect((await operator.list()).items.map(({ customer }) => customer)).toContain(idOf(lan));
    const { parts, fullName, submission } = operationProcedures.readIdentity.output.parse(await operator.read(idOf(lan)));
    expect([fullName, submission]).toEqual(['Lan', expect.any(Number)]);
    expect(parts.map(({ part }) => part)).toEqual([...IDENTITY_PARTS]);
    const seen = await sharp(Buffer.from(parts[0]?.image ?? '', 'base64')).metadata();
    expect([seen.format, seen.width, seen.height, seen.exif]).toEqual(['jpeg', 400, 250, undefined]);
    const [look] = await world.database.query(`select operator, input from audit where verb = 'readIdentity' and outcome = 'done'`);
    expect(look).toEqual({ operator: 'lan', input: { customer: idOf(lan) } });

    await operator.decide(idOf(lan), 'verify');
    expect((await getIdentity(world.web, lan)).docStatus).toBe('verify');
    expect((await operator.list()).items.map(({ customer }) => customer)).not.toContain(idOf(lan));
    await expect(upload(lan, 'front')).rejects.toThrow('IDENTITY_VERIFIED');
  });

  test('that is refused says why; one picture is replaced, and handed in again', async () => {
    const lan = await handedIn();
    await expect(upload(lan, 'back')).rejects.toThrow('IDENTITY_SUBMITTED');
    await expect(submitOwnIdentity(world.web, lan)).rejects.toThrow('IDENTITY_SUBMITTED');
    await operate().decide(idOf(lan), 'not_uploaded', 'unreadable');
    expect(await getIdentity(world.web, lan)).toMatchObject({ docStatus: 'not_uploaded', refusal: 'unreadable' });
    await upload(lan, 'back');
    expect((await getIdentity(world.web, lan)).parts).toHaveLength(3);
    expect(await submitOwnIdentity(world.web, lan)).toMatchObject({ docStatus: 'unverified', refusal: null });
  });

  test('is decided as it was looked at: not about later pictures, and not of another name', async () => {
    const lan = await handedIn();
    const operator = operate();
    const { submission } = await operator.read(idOf(lan));
    await expect(updateProfile(world.web, accounts.deps, lan, updateProfileInput.parse({ fullName: 'Mai' }))).rejects.toThrow('IDENTITY_SUBMITTED');
    await expect(operator.decideAbout(idOf(lan), undefined)).rejects.toThrow('NOT_FOUND');
    await operate('minh').decide(idOf(lan), 'not_uploaded', 'unreadable');
    await upload(lan, 'front');
    await submitOwnIdentity(world.web, lan);
    await expect(operator.decideAbout(idOf(lan), submission ?? 0)).rejects.toThrow('NOT_FOUND');
    expect((await getIdentity(world.web, lan)).docStatus).toBe('unverified');
    const { submission: later } = await operator.read(idOf(lan));
    const decisions = await Promise.allSettled([operate('lan'), operate('minh')].map((other) => other.decideAbout(idOf(lan), later ?? 0)));
    expect(decisions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('handed in twice at once is handed in once', async () => {
    const lan = await newCustomer();
    for (const part of IDENTITY_PARTS) await upload(lan, part);
    const outcomes = await Promise.allSettled([submitOwnIdentity(world.web, lan), submitOwnIdentity(world.web, lan)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await world.database.query('select 1 from identity_submission where customer_id = $1', [idOf(lan)])).toHaveLength(1);
  });

  test('is read by nobody without the operators’ secret, and moved to no other customer', async () => {
    const [lan, mai] = [await handedIn(), await handedIn()];
    const other = bindOperations({ ...world.operator, identities: createIdentityOpener([Buffer.from('another secret')]) });
    await expect(other.readIdentity(operatorCaller('lan'), { customer: idOf(lan) })).rejects.toThrow('UNAVAILABLE');
    await expect(bindOperations(world.operator).readIdentity(operatorCaller('lan'), { customer: idOf(lan) })).rejects.toThrow('UNAVAILABLE');
    await world.database.query(
      'update identity_document d set sealed = (select sealed from identity_document where customer_id = $2 and part = d.part) where d.customer_id = $1',
      [idOf(mai), idOf(lan)],
    );
    await expect(operate().read(idOf(mai))).rejects.toThrow('UNAVAILABLE');
    await expect(operate().read('NOBODY')).rejects.toThrow('NOT_FOUND');
  });

  test('goes with the account, and when its time is over', async () => {
    const [lan, mai, draft] = [await handedIn(), await handedIn(), await newCustomer()];
    const left = async (caller: Caller) =>
      (await world.database.query('select 1 from identity_document where customer_id = $1', [idOf(caller)])).length;
    await deleteAccount(world.web, accounts.deps, lan, { password: PASSWORD });
    expect(await left(lan)).toBe(0);

    await upload(draft, 'front');
    await operate().decide(idOf(mai), 'verify');
    await prune(world.worker);
    expect([await left(mai), await left(draft)]).toEqual([3, 1]);
    const eightDaysAgo = new Date(world.worker.clock.now().getTime() - 8 * DAY_MS);
    await world.database.query('update identity_document set uploaded_at = $1 where customer_id = any($2)', [eightDaysAgo, [idOf(mai), idOf(draft)]]);
    await prune(world.worker);
    expect([await left(mai), await left(draft)]).toEqual([3, 0]);
  });
});

describe('the database', () => {
  const code = async (text: string, values: readonly unknown[], role: RoleName) =>
    world.database.query(text, values, role).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );

  test('keeps pictures as they were handed in, whoever asks', async () => {
    const id = idOf(await handedIn());
    expect(await code('update identity_document set sealed = $2 where customer_id = $1', [id, 'x'], 'quydoi_web')).toBe('QD065');
    expect(await code('insert into identity_submission (customer_id, submitted_at) values ($1, now())', [id], 'quydoi_web')).toMatch(
      /^(23505|QD062)$/,
    );
    expect(await code('delete from identity_document where customer_id = $1', [id], 'quydoi_web')).toBe('42501');
    expect(await code('delete from identity_document where customer_id = $1', [id], 'quydoi_worker')).toBe('QD063');
    expect(await code('select sealed from identity_document', [], 'quydoi_web')).toBe('42501');
    for (const role of ['quydoi_worker', 'quydoi_operator', 'quydoi_signer'] as const)
      expect(await code('select sealed from identity_document', [], role)).toBe('42501');
    expect(await code('select read_identity($1)', [id], 'quydoi_operator')).toBe('QD066');
    expect(await code('select read_identity($1)', [id], 'quydoi_web')).toBe('42501');
    expect(await code(`update customer set doc_status = 'verify' where id = $1`, [id], 'quydoi_web')).toBe('42501');
  });

  test('takes no picture of another time, which would be kept for ever', async () => {
    const id = idOf(await newCustomer());
    await world.database.query('alter table identity_document enable trigger guard_recorded');
    const add = `insert into identity_document (customer_id, part, sealed, uploaded_at) values ($1, 'front', 'x', $2)`;
    expect(await code(add, [id, '9000-01-01'], 'quydoi_web')).toBe('QD026');
    expect(await code(add, [id, new Date()], 'quydoi_web')).toBe('done');
    await world.database.query('alter table identity_document disable trigger guard_recorded');
  });

  test('lets nothing incomplete be handed in, and no operator decide without a call', async () => {
    const lan = await newCustomer();
    await upload(lan, 'front');
    expect(await code('insert into identity_submission (customer_id, submitted_at) values ($1, now())', [idOf(lan)], 'quydoi_web')).toBe('QD061');
    const id = idOf(await handedIn());
    const decide = `update identity_submission set decided_at = now(), decision = 'verify' where customer_id = $1`;
    expect(await code(decide, [id], 'quydoi_operator')).toMatch(/^QD/);
  });
});
