import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { type Account, chooseAccount, runs, SERVER_ENV } from './embedded/account.ts';
import { type Binaries, findBinaries } from './embedded/binaries.ts';
import { ensureCluster, OWNER } from './embedded/cluster.ts';
import { clearLeftovers } from './embedded/leftovers.ts';

/** Name of the exchange's database. */
const DATABASE_NAME = 'quydoi';

const READY_POLL_MS = 50;
/** Includes recovery after a crash. */
const READY_MS_MAX = 120_000;
const START_TRIES_MAX = 60;
const START_RETRY_MS = 500;
const STOP_FAST_MS = 20_000;
const STOP_IMMEDIATE_MS = 5_000;
const LOG_TAIL_LINES = 20;
/** Start-up errors that pass: the kernel still holds resources of dead backends. Starting is retried. */
const PASSING_FAULT = /pre-existing shared memory block|lock file "postmaster.pid" already exists/;

type EmbeddedPostgresOptions = {
  /** Absolute or relative to the working directory; created when missing. Must not be shared with another server. */
  dataDir: string;
  port: number;
  /** The owner's password: set when the cluster is created, needed at every later start. */
  password: string;
  /** False turns fsync off, for data that may be lost (tests). */
  durable: boolean;
  /** Receives the server's log line by line. */
  log: (line: string) => void;
};

/** A running PostgreSQL server of this process. */
export type EmbeddedPostgres = {
  /** Connects the owner (superuser) to the database `quydoi`. */
  url: string;
  pid: number;
  /** Resolves when the server has exited for any reason. */
  exited: Promise<void>;
  /** Fast shutdown: ends sessions, writes a checkpoint and exits. Idempotent. */
  stop(): Promise<void>;
};

/** Starts PostgreSQL 18 on 127.0.0.1, creating the cluster at first. @throws Error with the end of the server's log when it does not start, e.g. on a port in use */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dirname(dataDir), { recursive: true, mode: 0o700 });
  const binaries = await findBinaries();
  const account = await chooseAccount(dataDir, binaries);
  await ensureCluster(binaries, account, { ...options, dataDir });
  await clearLeftovers(dataDir);
  const running = await startWithRetry(binaries, account, { ...options, dataDir });
  const urlTo = (database: string) => `postgres://${OWNER}:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/${database}`;
  const server = { url: urlTo(DATABASE_NAME), pid: running.child.pid as number, exited: running.exited, stop: () => stop(running) };
  await ensureDatabase(urlTo('postgres'), DATABASE_NAME).catch(async (error: unknown) => {
    await server.stop();
    throw new Error(`PostgreSQL in ${dataDir} started, but its owner cannot use it`, { cause: error });
  });
  return server;
}

type Running = { child: ChildProcess; exited: Promise<void>; tail: string[] };

async function startWithRetry(binaries: Binaries, account: Account, options: EmbeddedPostgresOptions): Promise<Running> {
  for (let tries = 1; ; tries++) {
    const running = launch(binaries, account, options);
    if (await becomesReady(running, options.dataDir)) return running;
    await stop(running);
    const words = running.tail.join('\n');
    if (tries >= START_TRIES_MAX || !PASSING_FAULT.test(words)) throw new Error(`PostgreSQL did not start on port ${options.port}:\n${words}`);
    await sleep(START_RETRY_MS);
  }
}

function launch(binaries: Binaries, account: Account, options: EmbeddedPostgresOptions): Running {
  // The kernel stops the server when this process dies. Last in the prefix, because a change of user clears the setting.
  const dieWithParent = ['setpriv', '--pdeathsig', 'INT'];
  const command = [
    ...account.prefix,
    ...(runs([...dieWithParent, 'true']) ? dieWithParent : []),
    binaries.postgres,
    '-D',
    options.dataDir,
    ...settings(options),
  ];
  const child = spawn(command[0] as string, command.slice(1), { env: SERVER_ENV, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const tail: string[] = [];
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      tail.push(line);
      if (tail.length > LOG_TAIL_LINES) tail.shift();
      options.log(line);
    });
  }
  const exited = new Promise<void>((done) => {
    child.once('error', (error) => {
      tail.push(String(error));
      done();
    });
    child.once('exit', () => setImmediate(done));
  });
  return { child, exited, tail };
}

function settings({ port, durable }: EmbeddedPostgresOptions): string[] {
  const onOff = durable ? 'on' : 'off';
  return Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: onOff,
    synchronous_commit: onOff,
    full_page_writes: onOff,
    max_connections: '200',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // Details of an error, statements and their parameters hold customers' data; their callers get and handle the error anyway.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Awaits `ready` in the eighth line of postmaster.pid; an open port could be another program's. */
async function becomesReady({ child, exited }: Running, dataDir: string): Promise<boolean> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const file = join(dataDir, 'postmaster.pid');
  for (let waitedMs = 0; waitedMs < READY_MS_MAX && !ended; waitedMs += READY_POLL_MS) {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true;
    await Promise.race([sleep(READY_POLL_MS), exited]);
  }
  return false;
}

async function stop({ child, exited }: Running): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', STOP_FAST_MS],
    ['SIGQUIT', STOP_IMMEDIATE_MS],
    ['SIGKILL', STOP_IMMEDIATE_MS],
  ] as const) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) break;
    child.kill(signal);
    const cancel = new AbortController();
    await Promise.race([exited, sleep(waitMs, undefined, { signal: cancel.signal }).catch(() => {})]);
    cancel.abort();
  }
  await exited;
}

async function ensureDatabase(maintenanceUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: maintenanceUrl });
  // A server that dies between two statements is told here; the next statement fails in its caller.
  client.on('error', () => {});
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${escapeIdentifier(name)}`);
    // Roles have business in the exchange's own database only.
    await client.query('revoke all on database postgres, template1 from public');
  } finally {
    await client.end();
  }
}
