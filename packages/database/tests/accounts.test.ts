import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAuthPool } from '../src/auth-pool.ts';
import { listen } from '../src/listen.ts';
import { createTestDatabase, type RoleName, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { addOrder, START } from './fixture.ts';
import { type Statement, tryAs } from './try-as.ts';

const FORBIDDEN = '42501';
const OTHERS: readonly RoleName[] = ['quydoi_worker', 'quydoi_signer', 'quydoi_operator'];
const STATEMENT_TIMEOUT_MS = 10_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  for (const [id, sponsor] of [
    ['AAAAAAAA', null],
    ['BBBBBBBB', 'AAAAAAAA'],
  ]) {
    await database.query(...userOf(String(id)));
    await database.query(...customerOf(String(id), { sponsor }));
  }
});
afterAll(() => database.close());

function userOf(id: string): [string, unknown[]] {
  return [
    `insert into auth."user" (id, name, email, "emailVerified", "createdAt", "updatedAt") values ($1, '', $1 || '@example.vn', false, $2, $2)`,
    [id, START],
  ];
}

function customerOf(id: string, set: Readonly<Record<string, unknown>> = {}): [string, unknown[]] {
  const columns: Record<string, unknown> = {
    id,
    version: 1,
    full_name: '',
    first_name: '',
    last_name: '',
    language: 'vi',
    time_zone: 'Asia/Ho_Chi_Minh',
    currency_key: 'vnd',
    sponsor: null,
    doc_status: 'not_uploaded',
    created_at: START,
    ...set,
  };
  const names = Object.keys(columns);
  return [`insert into customer (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`, Object.values(columns)];
}

const asWeb = (...statements: readonly Statement[]) => tryAs(database, 'quydoi_web', ...statements);

describe('credentials and sessions', () => {
  test('every grant is known', async () => {
    const rows = await database.query(
      `select role || ' ' || object || ': ' || string_agg(privilege, ', ' order by privilege) as line from (
         select g.grantee::regrole::text as role, c.relname as object, lower(g.privilege_type) as privilege
         from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'auth', aclexplode(c.relacl) g
         where c.relkind in ('r', 'v', 'm', 'S') and g.grantee <> c.relowner
         union all
         select g.grantee::regrole::text, c.relname, lower(g.privilege_type) || ' (' || string_agg(a.attname, ' ' order by a.attname) || ')'
         from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'auth' join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g
         where g.grantee <> c.relowner group by 1, 2, g.privilege_type
       ) granted group by role, object order by role, object`,
    );
    expect(rows.map(({ line }) => line)).toEqual([
      'quydoi_web account: insert, select, update (password updatedAt)',
      'quydoi_web known_device: delete, insert, select, update (code seen_at)',
      'quydoi_web mail: delete, insert, select, update (content due_at state tries)',
      'quydoi_web passkey: insert (code created_at id name public_key removal_hash sign_count transports user_id), select, update (sign_count used_at)',
      'quydoi_web password_try: delete, select',
      'quydoi_web recovery_code: insert, select',
      'quydoi_web screen: insert (active_at is_locked session_id), select, update (active_at is_locked)',
      'quydoi_web session: delete, insert, select',
      'quydoi_web two_factor: insert, select, update (last_step sent_step)',
      'quydoi_web user: insert, select, update (emailVerified updatedAt)',
      'quydoi_web verification: delete, insert, select',
    ]);
    const schema = await database.query(
      `select coalesce(nullif(g.grantee, 0)::regrole::text, 'public') as role, g.privilege_type as privilege
       from pg_namespace n, aclexplode(n.nspacl) g where n.nspname = 'auth' and g.grantee <> n.nspowner`,
    );
    expect(schema).toEqual([{ role: 'quydoi_web', privilege: 'USAGE' }]);
  });

  test('are changed by functions of their owner, which only the web may call', async () => {
    const rows = await database.query(
      `select p.proname || ': ' || array_to_string(array(
         select r.rolname::text from pg_roles r where r.rolname like 'quydoi\\_%' and r.oid <> p.proowner and has_function_privilege(r.oid, p.oid, 'execute')), ', ') as line
       from pg_proc p where p.pronamespace = 'auth'::regnamespace and p.proconfig = array['search_path=pg_catalog, pg_temp'] order by 1`,
    );
    const functions = await database.query(`select count(*)::integer as n from pg_proc where pronamespace = 'auth'::regnamespace`);
    expect(functions).toEqual([{ n: rows.length }]);
    expect(rows.map(({ line }) => line)).toEqual([
      'delete_account: quydoi_web',
      'forget_passkeys: ',
      'guard_last_step: ',
      'guard_passkey: ',
      'guard_try_day: ',
      'hash_of: ',
      'notify_screen: ',
      'notify_session: ',
      'remove_passkeys: quydoi_web',
      'remove_recovery_codes: quydoi_web',
      'remove_two_factor: quydoi_web',
      'return_password_try: quydoi_web',
      'take_password_try: quydoi_web',
      'take_recovery_code: quydoi_web',
    ]);
  });

  test.each(OTHERS)('are out of reach of %s', async (role) => {
    const tables = await database.query(
      `select quote_ident(relname) as name from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r'`,
    );
    expect(tables.length).toBe(11);
    for (const { name } of tables) {
      for (const statement of [`select 1 from auth.${name}`, `delete from auth.${name}`, `insert into auth.${name} default values`])
        expect([statement, await tryAs(database, role, statement)]).toEqual([statement, FORBIDDEN]);
    }
    for (const statement of ['select full_name from customer', `update customer set language = 'en'`, 'delete from customer'])
      expect(await tryAs(database, role, statement)).toBe(FORBIDDEN);
  });

  test('tell the worker whose identity is verified, and an operator by the call that sets it, as that call says', async () => {
    expect(await tryAs(database, 'quydoi_worker', 'select id, doc_status from customer')).toBe('done');
    for (const role of ['quydoi_worker', 'quydoi_signer'] as const)
      expect(await tryAs(database, role, `update customer set doc_status = 'verify'`)).toBe(FORBIDDEN);
    const call = (verb: string, customer: string, status = 'verify'): Statement => [
      `insert into audit (call_id, operator, verb, input, outcome, at) values (gen_random_uuid(), 'lan', $1, $2, 'done', now())`,
      [verb, { customer, status }],
    ];
    const verified = `update customer set doc_status = 'verify', version = version + 1 where id = 'AAAAAAAA'`;
    const asOperator = (...statements: readonly Statement[]) => tryAs(database, 'quydoi_operator', ...statements);
    expect(await asOperator(call('setDocStatus', 'AAAAAAAA'), verified)).toBe('done');
    expect(await asOperator(verified)).toBe('QD012');
    for (const other of [call('setDocStatus', 'BBBBBBBB'), call('setDocStatus', 'AAAAAAAA', 'unverified')])
      expect(await asOperator(other, verified)).toBe('QD052');
    expect(await asOperator(call('setRail', 'AAAAAAAA'), verified)).toBe('QD012');
  });

  test.each([`full_name = 'Mai'`, `first_name = 'Mai'`, `last_name = 'Mai'`, `birthday = '1990-12-31'`, `passport_id = 'X1'`])(
    'keep what was verified of a customer: the web cannot set %s',
    async (change) => {
      await database.query(`update customer set doc_status = 'verify' where id = 'AAAAAAAA'`);
      expect(await asWeb(`update customer set ${change} where id = 'AAAAAAAA'`)).toBe('QD055');
      expect(await asWeb(`update customer set ${change} where id = 'BBBBBBBB'`)).toBe('done');
      expect(await asWeb(`update customer set city = 'Huế', full_name = '' where id = 'AAAAAAAA'`)).toBe('done');
    },
  );

  test.each([
    ['remove a user', `delete from auth."user"`],
    ['remove a customer', 'delete from customer'],
    ['give a user another id', `update auth."user" set id = 'CCCCCCCC' where id = 'BBBBBBBB'`],
    ['give a password to another user', `update auth.account set "userId" = 'AAAAAAAA'`],
    ['give a session to another user', `update auth.session set "userId" = 'AAAAAAAA'`],
    ['point a link at another user', `update auth.verification set value = 'AAAAAAAA'`],
    ['give a user another address', `update auth."user" set email = 'thief@example.vn'`],
    ['make a table', 'create table auth.mine (id integer)'],
    ['put another secret in the place of a second factor’s', `update auth.two_factor set secret = 'mine'`],
    ['put another key in the place of a passkey’s', `update auth.passkey set public_key = 'mine'`],
    ['give a passkey to another user', `update auth.passkey set user_id = 'AAAAAAAA'`],
    ['remove a passkey', 'delete from auth.passkey'],
    ['bring back a passkey', 'update auth.passkey set removed_at = null'],
    ['turn a recovery code into another', `update auth.recovery_code set code_hash = 'mine'`],
    ['set a sponsor later', `update customer set sponsor = 'BBBBBBBB' where id = 'AAAAAAAA'`],
    ['call documents approved', `update customer set doc_status = 'verify'`],
    ['change when somebody came', 'update customer set created_at = now()'],
  ])('the web cannot %s', async (_, statement) => {
    expect(await asWeb(statement)).toBe(FORBIDDEN);
  });
});

describe('a customer', () => {
  test('is added by the web with its user', async () => {
    expect(await asWeb(userOf('CCCCCCCC'), customerOf('CCCCCCCC', { sponsor: 'BBBBBBBB' }))).toBe('done');
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['whose documents are approved', { doc_status: 'verify' }, FORBIDDEN],
    ['of a later version', { version: 2 }, FORBIDDEN],
    ['with orders', { order_count: 1 }, FORBIDDEN],
    ['who is their own sponsor', { sponsor: 'CCCCCCCC' }, '23514'],
    ['whom nobody sponsors', { sponsor: 'DDDDDDDD' }, '23503'],
    ['with another alphabet', { id: 'CCCCCCC0' }, '23514'],
    ['in no language', { language: 'fr' }, '23514'],
    ['of no time', { created_at: 'infinity' }, '23514'],
  ])('is not added by the web %s', async (_, set, refusal) => {
    const id = String(set.id ?? 'CCCCCCCC');
    expect(await asWeb(userOf(id), customerOf(id, set))).toBe(refusal);
  });

  test('needs a user', async () => {
    expect(await asWeb(customerOf('CCCCCCCC'))).toBe('23503');
  });

  test('keeps id, sponsor and time of registration, whoever changes the row', async () => {
    for (const set of [`sponsor = null`, `created_at = created_at + interval '1 day'`, `id = 'CCCCCCCC'`])
      await expect(database.query(`update customer set ${set} where id = 'BBBBBBBB'`)).rejects.toMatchObject({ code: 'QD047' });
  });

  test('has its orders counted', async () => {
    const web = await database.open('quydoi_web');
    await addOrder(web, { customerId: 'AAAAAAAA' });
    await addOrder(web, { customerId: 'AAAAAAAA' });
    await addOrder(web);
    expect(await database.query('select id, order_count from customer order by id')).toEqual([
      { id: 'AAAAAAAA', order_count: 2 },
      { id: 'BBBBBBBB', order_count: 0 },
    ]);
  });
});

test('the end of sessions is notified with whose they were, once a statement', async () => {
  const heard: string[] = [];
  const listener = listen(database.urlOf('quydoi_web'), ['session'], (_, payload) => void heard.push(payload));
  // As it begins, it may have missed some.
  await expect.poll(() => heard).toEqual(['']);
  await database.query(
    `insert into auth.session (id, token, "userId", "expiresAt", "updatedAt")
     select u.id || n, u.id || n, u.id, $1, $1 from auth."user" u, generate_series(1, 2) n where u.id in ('AAAAAAAA', 'BBBBBBBB')`,
    [START],
  );
  await database.query(`delete from auth.session where id = 'nobody'`, [], 'quydoi_web');
  await database.query(`delete from auth.session where id = 'BBBBBBBB1'`, [], 'quydoi_web');
  await database.query('delete from auth.session', [], 'quydoi_web');
  await expect.poll(() => heard).toEqual(['', 'BBBBBBBB', 'AAAAAAAA,BBBBBBBB']);
  await listener.close();
});

test('a lock of a screen, its end, and what a customer wants of screens are notified; use is not', async () => {
  const heard: string[] = [];
  const listener = listen(database.urlOf('quydoi_web'), ['session'], (_, payload) => void heard.push(payload));
  await expect.poll(() => heard).toEqual(['']);
  const asWeb = (text: string) => database.query(text, [START], 'quydoi_web');
  await database.query(`insert into auth.session (id, token, "userId", "expiresAt", "updatedAt") values ('screen', 'screen', 'AAAAAAAA', $1, $1)`, [
    START,
  ]);
  await asWeb(`insert into auth.screen (session_id, active_at) values ('screen', $1)`);
  await asWeb(`update auth.screen set active_at = $1 where session_id = 'screen'`);
  await asWeb(`update auth.screen set is_locked = true, active_at = $1 where session_id = 'screen'`);
  await database.query(`update customer set is_lock_screen = true where id = 'AAAAAAAA'`, [], 'quydoi_web');
  await database.query(`update customer set city = 'Huế' where id = 'AAAAAAAA'`, [], 'quydoi_web');
  await database.query(`delete from auth.session where id = 'screen'`, [], 'quydoi_web');
  expect(await database.query('select 1 from auth.screen')).toEqual([]);
  await expect.poll(() => heard).toEqual(['', 'AAAAAAAA', 'AAAAAAAA', 'AAAAAAAA', 'AAAAAAAA']);
  await listener.close();
});

describe('the pool of the library', () => {
  test('lends its statements the transaction that they are in', async () => {
    const pool = openAuthPool(database.urlOf('quydoi_web'), STATEMENT_TIMEOUT_MS);
    const insert = async (id: string) => {
      const client = await pool.connect();
      await client.query(...userOf(id));
      client.release();
    };
    const users = async () => (await database.query(`select id from auth."user" where id like 'E%' order by id`)).map(({ id }) => id);
    await expect(
      pool.inTransaction(async () => {
        await insert('EEEEEEEE');
        throw new Error('too late');
      }),
    ).rejects.toThrow('too late');
    await pool.inTransaction(async (run) => {
      await insert('EEEEEEEF');
      expect(await run('own user', 'select id from "user" where id = $1', ['EEEEEEEF'])).toEqual([{ id: 'EEEEEEEF' }]);
      expect(await users()).toEqual([]);
    });
    await insert('EEEEEEEG');
    expect(await users()).toEqual(['EEEEEEEF', 'EEEEEEEG']);
    await pool.end();
  });
});

test('nothing changes of a customer whose account is deleted, and they take no order over', async () => {
  const order = await addOrder(await database.open('quydoi_web'));
  const gone = `update customer set deleted_at = now() where id = 'BBBBBBBB'`;
  expect(await asWeb(gone)).toBe(FORBIDDEN);
  expect(await tryAs(database, 'quydoi_operator', gone)).toBe(FORBIDDEN);
  await database.query(gone);
  for (const change of [`city = 'Huế'`, 'order_count = 5']) expect(await asWeb(`update customer set ${change} where id = 'BBBBBBBB'`)).toBe('QD056');
  await expect(database.query(`update customer set deleted_at = null where id = 'BBBBBBBB'`)).rejects.toMatchObject({ code: 'QD056' });
  const adopt = (customer: string): Statement => [
    `insert into adopted_order (order_id, customer_id, created_at, proof) select id, $2, created_at, '' from orders where id = $1`,
    [order.id, customer],
  ];
  expect(await asWeb(adopt('BBBBBBBB'))).toBe('QD057');
  expect(await asWeb(adopt('AAAAAAAA'))).toBe('done');
});
