import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@quydoi/database/embedded/free-port';
import { afterEach, beforeEach, expect, test } from 'vitest';

const DEADLINE_MS = 100_000;
const ROLES = ['web', 'worker', 'signer', 'sandbox'] as const;

let dir: string;
let ports: Record<'PORT' | 'SANDBOX_PORT' | 'SANDBOX_SMTP_PORT', string>;
const hosts: ChildProcess[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'quydoi-supervisor-'));
  const port = async () => String(await freePort());
  ports = { PORT: await port(), SANDBOX_PORT: await port(), SANDBOX_SMTP_PORT: await port() };
});

afterEach(async () => {
  for (const host of hosts.splice(0)) await end(host, 'SIGTERM');
  rmSync(dir, { recursive: true, force: true });
});

type Host = ChildProcess & { said: string };

function start(): Host {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...ports, QUYDOI_DATA: join(dir, 'data'), STAND_IN_DIR: dir, FOREIGN_SECRET: 'x' };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stand-ins/host.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const host = Object.assign(child, { said: '' });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    host.said += text;
  });
  hosts.push(host);
  return host;
}

async function until<T>(what: string, probe: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (let waitedMs = 0; waitedMs < DEADLINE_MS; waitedMs += 50) {
    const value = await probe();
    if (value) return value;
    await sleep(50);
  }
  throw new Error(`waited in vain: ${what}; said: ${hosts.map((host) => (host as Host).said).join('\n---\n')}`);
}

const ready = (host: Host) => until('ready', () => host.said.includes('is ready'));

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await exit;
  }
  return child.exitCode;
}

function report(role: string): { pid: number; env: Record<string, string> } {
  return JSON.parse(readFileSync(join(dir, `${role}.json`), 'utf8'));
}

function alive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
}

/** Lines of PostgreSQL's file about its running server; null while there is none. */
function postmasterLines(): string[] | null {
  try {
    return readFileSync(join(dir, 'data/postgres/postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function postgresPid(): number {
  return Number(postmasterLines()?.[0]);
}

test('each member gets its own variables only, shared secrets agree, and the order of stopping is kept', async () => {
  const host = start();
  await ready(host);
  const [web, worker, signer, sandbox] = ROLES.map((role) => report(role).env);
  expect(web).toMatchObject({
    PORT: ports.PORT,
    QUYDOI_MODE: 'sandbox',
    TRUSTED_PROXIES: 'loopback',
    ORDER_KEY_SECRETS: expect.stringMatching(/^k1:sandbox-[0-9a-f]{64}$/),
  });
  expect(web?.DATABASE_URL).toMatch(/^postgres:\/\/quydoi_web:sandbox-[0-9a-f]{48}@127\.0\.0\.1:\d+\/quydoi$/);
  expect(sandbox?.SANDBOX_SEPAY_SECRET).toBe(web?.SEPAY_WEBHOOK_SECRETS);
  expect(sandbox?.SANDBOX_SEPAY_TOKEN).toBe(worker?.SEPAY_API_TOKEN);
  expect(sandbox?.SANDBOX_PM_PASSPHRASE).toBe(signer?.PM_PASSPHRASE);
  const passphrase = signer?.PM_PASSPHRASE as string;
  expect(JSON.stringify([web, worker])).not.toContain(passphrase);
  for (const env of [web, worker, signer, sandbox, report('migrate').env]) expect(env).not.toHaveProperty('FOREIGN_SECRET');
  expect(sandbox).not.toHaveProperty('DATABASE_URL');
  for (const file of readdirSync(join(dir, 'data/secrets'))) expect(statSync(join(dir, 'data/secrets', file)).mode & 0o777).toBe(0o600);

  const before = readFileSync(join(dir, 'data/secrets/web.env'), 'utf8');
  const postgres = postgresPid();
  expect(await end(host, 'SIGINT')).toBe(0);
  // The stand-in signer does not stop by itself and is killed at its deadline; the sandbox is told to stop only after that.
  expect(readFileSync(join(dir, 'stops.txt'), 'utf8')).toBe('web\nworker\nsandbox\n');
  expect(host.said).toContain('signer did not stop within');
  expect([...ROLES.map((role) => report(role).pid), postgres].filter(alive)).toEqual([]);

  const again = start();
  await ready(again);
  expect(readFileSync(join(dir, 'data/secrets/web.env'), 'utf8')).toBe(before);
});

test('a killed member and a killed PostgreSQL come back', async () => {
  const host = start();
  await ready(host);
  const { pid, env } = report('worker');
  process.kill(pid, 'SIGKILL');
  await until('a new worker', () => report('worker').pid !== pid && alive(report('worker').pid));

  const postgres = postgresPid();
  process.kill(postgres, 'SIGKILL');
  // PostgreSQL may remove and write the file again between two reads, so each probe judges one read.
  const lines = await until('a new PostgreSQL', () => {
    const read = postmasterLines();
    return read?.at(7)?.startsWith('ready') && Number(read[0]) !== postgres && alive(Number(read[0])) ? read : null;
  });
  expect(lines[3]).toBe(new URL(env.DATABASE_URL as string).port);
});

test('kill -9 of the supervisor leaves no member behind, and the next start carries on', async () => {
  let host = start();
  await ready(host);
  for (let round = 0; round < 3; round++) {
    const pids = ROLES.map((role) => report(role).pid);
    await end(host, 'SIGKILL');
    await until('the members to end', () => !pids.some(alive));
    host = start();
    await ready(host);
  }
});

test('a second start on the same data folder says so', async () => {
  await ready(start());
  const second = start();
  await until('its end', () => second.exitCode !== null);
  expect(second.exitCode).toBe(1);
  expect(second.said).toMatch(/process \d+ already uses .*data/);
});

test('a taken port is named', async () => {
  const server = createServer().listen(Number(ports.PORT));
  const host = start();
  await until('its end', () => host.exitCode !== null);
  server.close();
  expect(host.said).toContain(`port ${ports.PORT} is in use by another program`);
});
