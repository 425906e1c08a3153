import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeDataFolder } from './data-lock.ts';
import { type Database, keepDatabaseRunning } from './database.ts';
import type { Variables } from './env-file.ts';
import { keepRunning, type Running, type Tell } from './keep-running.ts';
import { ending, launch, type Program } from './launch.ts';
import { type Logs, openLogs } from './logs.ts';
import { expectFreePort } from './ports.ts';
import { completeRoleEnvs, databaseUrlFor, ensureSecrets, type RoleEnvs } from './role-env.ts';
import type { Role } from './roles.ts';
import type { LaunchOptions } from './settings.ts';

/** A program of the exchange: which role's environment it gets and which file it runs. */
export type Member = { role: Role; script: string };

/** What an exchange consists of; data, so that tests can put small programs in the place of the real ones. */
export type Composition = {
  /** Runs to its end with the owner's environment before the members start. */
  migrate: string;
  /** Started together; stopped one after the other in this order. */
  members: readonly Member[];
  /** Variables common to all children. */
  basics: Variables;
  /** Deadline for a child to stop before it is killed. */
  stopMs: number;
};

const MIGRATE_TRIES_MAX = 3;
const MIGRATE_RETRY_MS = 2_000;
const TAIL_LINES = 30;

/**
 * Runs the whole exchange until the signal aborts: database, migrations, then the members, each kept running. Returns once everything has stopped.
 * `prepareWeb` runs meanwhile; the role `web` waits for it. Throws when the start fails, after stopping what it had started.
 */
export async function runExchange(
  settings: LaunchOptions,
  { migrate, members, basics, stopMs }: Composition,
  { tell, stopped, prepareWeb }: { tell: Tell; stopped: AbortSignal; prepareWeb?: (stopped: AbortSignal) => Promise<void> },
): Promise<void> {
  const lock = await takeDataFolder(settings.dataDir, () => tell('Waiting for another one to stop…'));
  const logs = openLogs(join(settings.dataDir, 'logs'));
  const running: Running[] = [];
  let database: Database | undefined;
  try {
    await expectFreePort(settings.port, 'PORT');
    await expectFreePort(settings.sandboxPort, 'SANDBOX_PORT');
    await expectFreePort(settings.smtpPort, 'SANDBOX_SMTP_PORT');
    const webPrepared = (prepareWeb?.(stopped) ?? Promise.resolve()).then(() => undefined);
    webPrepared.catch(() => {});
    const started = await startDatabase(settings, logs, tell);
    database = started.database;
    if (stopped.aborted) return;
    await runMigrations({ name: 'migrate', script: migrate, env: { ...basics, ...started.envs.owner }, stopMs }, logs, tell, stopped);
    for (const { role, script } of members) {
      if (role === 'web') await webPrepared;
      if (stopped.aborted) return;
      running.push(keepRunning({ name: role, script, env: { ...basics, ...started.envs[role] }, stopMs }, logs, tell));
    }
    await Promise.race([Promise.all(running.map((member) => member.ready)), aborted(stopped)]);
    if (!stopped.aborted) {
      tell(`Quy Đổi is ready: http://localhost:${settings.port} · sandbox http://localhost:${settings.sandboxPort} · Ctrl-C stops it`);
    }
    await aborted(stopped);
  } finally {
    lock.announceStop();
    if (database) tell('Stopping…');
    for (const member of running) await member.stop();
    await database?.stop();
    logs.close();
    await lock.release();
    if (database) tell('Stopped.');
  }
}

async function startDatabase(settings: LaunchOptions, logs: Logs, tell: Tell): Promise<{ database: Database; envs: RoleEnvs }> {
  const secretsDir = join(settings.dataDir, 'secrets');
  const secrets = ensureSecrets(secretsDir);
  const password = secrets.owner.OWNER_DB_PASSWORD as string;
  tell(settings.databaseUrl ? 'Using the PostgreSQL server of DATABASE_URL.' : 'Starting PostgreSQL…');
  const database = settings.databaseUrl
    ? { url: settings.databaseUrl, stop: async () => {} }
    : await keepDatabaseRunning(settings.dataDir, password, logs, tell);
  const databaseUrlOf = (role: Role): string => {
    if (role === 'owner') return database.url;
    return databaseUrlFor(database.url, `quydoi_${role}`, secrets.owner[`${role.toUpperCase()}_DB_PASSWORD`] as string);
  };
  const { port, sandboxPort, smtpPort, metricsPort } = settings;
  const addresses = { port, sandboxPort, smtpPort, metricsPort, sandboxDataDir: join(settings.dataDir, 'sandbox'), databaseUrlOf };
  return { database, envs: completeRoleEnvs(secretsDir, secrets, addresses, settings.logLevel) };
}

/** A migration is one transaction: it can be retried after a database outage. */
async function runMigrations(program: Program, logs: Logs, tell: Tell, stopped: AbortSignal): Promise<void> {
  tell('Migrating the database…');
  for (let tries = 1; ; tries++) {
    const child = launch(program, logs.file(program.name));
    const kill = () => child.kill('SIGTERM');
    stopped.addEventListener('abort', kill);
    const { ok, how } = await ending(child);
    stopped.removeEventListener('abort', kill);
    if (ok || stopped.aborted) return;
    if (tries >= MIGRATE_TRIES_MAX) throw new Error(`the migrations failed (${how}):\n${logs.tail(program.name, TAIL_LINES)}`);
    await sleep(MIGRATE_RETRY_MS);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}
