import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../src/embedded/free-port.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded.ts';
import { migrate } from '../src/migrate.ts';
import { openOrm } from '../src/orm.ts';

let dir: string;
let port: number;
const log: string[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quydoi-embedded-'));
  port = await freePort();
});

afterAll(() => rm(dir, { recursive: true, force: true }));

function start(overrides: { password?: string } = {}): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir: join(dir, 'data'),
    port,
    password: 'p@ss/word',
    durable: true,
    log: (line) => log.push(line),
    ...overrides,
  });
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function killAndWait(server: EmbeddedPostgres): Promise<void> {
  process.kill(server.pid, 'SIGKILL');
  await server.exited;
}

test('a new cluster is durable, UTF-8, with passwords, and only reachable from this machine', async () => {
  const server = await start();
  const [row] = await query(
    server.url,
    `select current_setting('fsync') fsync, current_setting('synchronous_commit') sync, current_setting('server_encoding') encoding, current_setting('listen_addresses') addresses,
      current_setting('unix_socket_directories') sockets, current_database() name, (select datcollate from pg_database where datname = 'quydoi') locale, current_setting('server_version_num')::int / 10000 major`,
  );
  expect(row).toEqual({ fsync: 'on', sync: 'on', encoding: 'UTF8', addresses: '127.0.0.1', sockets: '', name: 'quydoi', locale: 'C', major: 18 });
  const hba = await readFile(join(dir, 'data/pg_hba.conf'), 'utf8');
  expect(hba.split('\n').filter((line) => /^(host|local)/.test(line) && !line.includes('scram-sha-256'))).toEqual([]);
  await expect(query(server.url.replace(encodeURIComponent('p@ss/word'), 'wrong'), 'select 1')).rejects.toThrow(/password authentication failed/);
  expect((await stat(join(dir, 'data'))).mode & 0o777).toBe(0o700);
  await server.stop();
  await server.stop();
});

test('what was committed is there after kill -9 of the server, and its orphans do not hinder the next start', async () => {
  let server = await start();
  await query(server.url, 'create table kept (n int)');
  for (let n = 1; n <= 3; n++) {
    await query(server.url, `insert into kept values (${n})`);
    const busy = new Client({ connectionString: server.url });
    busy.on('error', () => {});
    await busy.connect();
    const cut = busy.query('select pg_sleep(600)').catch(() => 'cut');
    await killAndWait(server);
    server = await start();
    expect(await cut).toBe('cut');
    expect(await query(server.url, 'select count(*)::int n from kept')).toEqual([{ n }]);
  }
  await server.stop();
});

test('a server killed while it is prepared fails its start, and leaves no error unhandled', async () => {
  const file = join(dir, 'data/postmaster.pid');
  for (const delayMs of [0, 3, 6, 9, 12, 15, 18, 21]) {
    await rm(file, { force: true });
    const starting = start().catch((error: Error) => error);
    const read = () => readFile(file, 'utf8').catch(() => '');
    await expect.poll(read, { interval: 1, timeout: 100_000 }).toContain('ready');
    await sleep(delayMs);
    process.kill(Number.parseInt(await read(), 10), 'SIGKILL');
    const outcome = await starting;
    if (outcome instanceof Error) expect(outcome.message).toMatch(/its owner cannot use it|did not start/);
    else await outcome.exited;
  }
  await (await start()).stop();
});

test('a postmaster.pid of a process that is alive but no server is not believed', async () => {
  await writeFile(join(dir, 'data/postmaster.pid'), `${process.ppid}\n${join(dir, 'data')}\n0\n${port}\n\n127.0.0.1\n0 0\nready   \n`);
  const server = await start();
  expect(await query(server.url, 'select 1 one')).toEqual([{ one: 1 }]);
  await server.stop();
});

test('a server left running by someone else in this folder is stopped first', async () => {
  const first = await start();
  const second = await start();
  await first.exited;
  expect(second.pid).not.toBe(first.pid);
  expect(await query(second.url, 'select 1 one')).toEqual([{ one: 1 }]);
  await second.stop();
});

test('a taken port and a wrong password are told, and leave nothing running', async () => {
  const server = await start();
  await expect(startEmbeddedPostgres({ dataDir: join(dir, 'other'), port, password: 'x', durable: false, log: () => {} })).rejects.toThrow(
    /did not start on port/,
  );
  await server.stop();
  await expect(start({ password: 'another' })).rejects.toThrow(/its owner cannot use it/);
  const again = await start();
  await again.stop();
});

test('the log holds no data of rows, statements and parameters', async () => {
  const server = await start();
  await query(server.url, 'create table holder (account text primary key, age int check (age < 200))');
  await query(server.url, "insert into holder values ('0011001234567', 30)");
  log.length = 0;
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await expect(client.query('insert into holder values ($1, 40)', ['0011001234567'])).rejects.toMatchObject({ code: '23505' });
  await expect(client.query("insert into holder values ('0022002345678', 400)")).rejects.toMatchObject({ code: '23514' });
  await client.end();
  await server.stop();
  expect(log.filter((line) => line.includes('ERROR'))).toHaveLength(2);
  expect(log.filter((line) => /00110|00220|400/.test(line))).toEqual([]);
});

test('a role’s login connects to the exchange’s database alone, and any other user to none', async () => {
  const server = await start();
  const roles = ['quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator'] as const;
  const orm = await openOrm({ url: server.url, poolSize: 1, statementTimeoutMs: 20_000, applicationName: 'tests' });
  await migrate(
    orm,
    roles.map((role) => ({ role, password: role })),
  );
  await orm.close(true);
  await query(server.url, "create role stranger login password 'stranger'");
  const connect = (user: string, database: string) =>
    query(Object.assign(new URL(server.url), { username: user, password: user, pathname: `/${database}` }).href, 'select 1 as one');
  for (const role of roles) expect(await connect(role, 'quydoi')).toEqual([{ one: 1 }]);
  await expect(connect('stranger', 'quydoi')).rejects.toMatchObject({ code: '42501' });
  for (const user of [...roles, 'stranger']) {
    for (const database of ['postgres', 'template1']) await expect(connect(user, database)).rejects.toMatchObject({ code: '42501' });
  }
  await server.stop();
});

test('a port for a server is never one that the kernel gives to outgoing connections', async () => {
  const ports = [await freePort(), await freePort(), await freePort()];
  expect(new Set(ports).size).toBe(ports.length);
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '32768');
  expect(Math.max(...ports)).toBeLessThan(Number.parseInt(range, 10));
});
