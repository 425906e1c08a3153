import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CheckpointName } from '@quydoi/exchange/checkpoints';
import { type Database, keepDatabaseRunning } from '@quydoi/server/supervisor/database';
import { basicVariables, ending, launch } from '@quydoi/server/supervisor/launch';
import { type Logs, openLogs } from '@quydoi/server/supervisor/logs';
import { completeRoleEnvs, databaseUrlFor, ensureSecrets, type RoleEnvs } from '@quydoi/server/supervisor/role-env';
import { closeDatabaseOf } from './database.ts';
import type { Endpoints } from './endpoints.ts';
import { readEnvironment } from './env.ts';
import { findFreePorts, releasePorts } from './ports.ts';
import { type Code, sourceCode } from './programs.ts';
import { createRoleProcess, type RoleProcess } from './role-process.ts';
import { copyTemplate, templateCode } from './template.ts';

/** The roles that tests kill. */
export const KILLABLE = ['web', 'worker', 'signer'] as const;
export type Killable = (typeof KILLABLE)[number];
type Member = Killable | 'sandbox';

/** Deviations from the default exchange. */
export interface ExchangeOptions {
  /** Extra environment variables by process. */
  readonly env?: Partial<Record<Member, Readonly<Record<string, string>>>>;
  /** Scripts that replace a role's own. */
  readonly scripts?: Partial<Record<Killable, string>>;
}

/** A whole exchange: real processes on real PostgreSQL, with the sandbox as the outside world. */
export interface ExchangeUnderTest extends Endpoints {
  /** Folder of its database, logs, secrets and the sandbox's books. */
  readonly dataDir: string;
  readonly roles: Readonly<Record<Killable, RoleProcess>>;
  /** The sandbox process. It commits before it answers, so it may be killed too. */
  readonly sandbox: RoleProcess;
  /** Sends SIGKILL; resolves when the process has exited. */
  kill(role: Killable): Promise<void>;
  /** Restarts a role; resolves when it is ready. */
  start(role: Killable): Promise<void>;
  /** Makes the role kill itself the next time it reaches the checkpoint. */
  arm(role: Killable, point: CheckpointName): void;
  /** Whether the checkpoint is armed and not reached yet. */
  isArmed(role: Killable, point: CheckpointName): boolean;
  /** Disarms a checkpoint. @returns false if the role has reached it */
  disarm(role: Killable, point: CheckpointName): boolean;
  /** Sends SIGKILL to the postmaster; it is restarted automatically. */
  killPostgres(): void;
  /** Runs a command of the operators' command line. @returns its output. @throws Error with its stderr when refused */
  operate(verb: string, input: object): Promise<unknown>;
  /** The last log lines of all processes, for failed tests. */
  recentLogs(): string;
  stop(): Promise<void>;
}

const STOP_MS = 5_000;
const TAIL_LINES = 30;
/** Marks a folder whose database is migrated; folders do not outlive a test run. */
const MIGRATED = 'migrated';

/** Chains that most tests leave alone are seldom asked for blocks: at the usual pace that is a third of what an idle exchange takes of the processor. */
const SELDOM_MS = '10000';

/** Short intervals, so that payouts with an unknown outcome and payments without a memo reach an operator within a test. */
const TEST_PACE: Partial<Record<Member, Readonly<Record<string, string>>>> = {
  worker: {
    RECONCILE_MS: '2000',
    SEPAY_MEMO_WAIT_MS: '2000',
    TRON_SCAN_MS: SELDOM_MS,
    ETHEREUM_SCAN_MS: SELDOM_MS,
    BSC_SCAN_MS: SELDOM_MS,
    BITCOIN_SCAN_MS: SELDOM_MS,
  },
  // Tests that say what payOS does to their payout need it to be made there; others switch AppotaPay on.
  signer: { PATIENCE_MS: '6000', SEPAY_MEMO_WAIT_MS: '2000', APPOTAPAY_PAYOUTS: 'off' },
  sandbox: { SANDBOX_APPOTAPAY_OPENING: '0' },
};

/** Starts an exchange from the template: PostgreSQL with fsync, then the processes, each with its own variables only. */
export async function startExchangeUnderTest(options: ExchangeOptions = {}): Promise<ExchangeUnderTest> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quydoi-e2e-'));
  copyTemplate(dataDir);
  const exchange = await startExchangeIn(dataDir, options, templateCode());
  const stop = async () => {
    // The data is discarded: no graceful shutdown needed.
    await Promise.all(Object.values(exchange.roles).map((role) => role.kill()));
    await exchange.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...exchange, stop };
}

/** Starts an exchange in a new folder or one used before in this run. Stopping it keeps the folder. @param code the sources if omitted */
export async function startExchangeIn(
  dataDir: string,
  options: ExchangeOptions = {},
  code: Code = sourceCode(join(dataDir, 'compiled')),
): Promise<ExchangeUnderTest> {
  const ports = await findFreePorts(4);
  const [port = 0, sandboxPort = 0, postgresPort = 0, smtpPort = 0] = ports;
  const logs = openLogs(join(dataDir, 'logs'));
  writeFileSync(join(dataDir, 'postgres.port'), `${postgresPort}\n`);
  const secretsDir = join(dataDir, 'secrets');
  const secrets = ensureSecrets(secretsDir);
  const database = await keepDatabaseRunning(dataDir, secrets.owner.OWNER_DB_PASSWORD ?? '', logs, () => {});
  const databaseUrlOf = (role: string) =>
    role === 'owner' ? database.url : databaseUrlFor(database.url, `quydoi_${role}`, secrets.owner[`${role.toUpperCase()}_DB_PASSWORD`] ?? '');
  const envs = completeRoleEnvs(
    secretsDir,
    secrets,
    { port, sandboxPort, smtpPort, metricsPort: null, sandboxDataDir: join(dataDir, 'sandbox'), databaseUrlOf },
    undefined,
  );
  const members = createMembers(dataDir, envs, options, code, logs);
  try {
    if (!existsSync(join(dataDir, MIGRATED))) await migrate(dataDir, envs, code, logs);
    await Promise.all(Object.values(members).map((member) => member.start()));
  } catch (error) {
    await stopAll(members, database, logs);
    await releasePorts(ports);
    throw error;
  }
  const place = {
    webUrl: `http://127.0.0.1:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    databaseUrl: database.url,
    answersFile: join(dataDir, 'answers.jsonl'),
  };
  const stop = async () => {
    await closeDatabaseOf(place);
    await stopAll(members, database, logs);
    await releasePorts(ports);
  };
  const operate = (verb: string, input: object) => runOperator(code.programs.operator, { ...basics(code), ...envs.operator }, verb, input);
  return { ...place, ...controls(dataDir, members, logs), operate, stop };
}

type Members = Readonly<Record<Member, RoleProcess>>;

function createMembers(dataDir: string, envs: RoleEnvs, options: ExchangeOptions, code: Code, logs: Logs): Members {
  const member = (role: Member) => {
    const killFolder = join(dataDir, 'kill', role);
    mkdirSync(killFolder, { recursive: true });
    const killAt: Record<string, string> = role === 'sandbox' ? {} : { KILL_AT: `folder:${killFolder}` };
    const env = { ...basics(code), ...envs[role], ...killAt, ...TEST_PACE[role], ...options.env?.[role] };
    const script = (role === 'sandbox' ? undefined : options.scripts?.[role]) ?? code.programs[role];
    return createRoleProcess({ name: role, script, env, stopMs: STOP_MS }, logs);
  };
  return { sandbox: member('sandbox'), web: member('web'), worker: member('worker'), signer: member('signer') };
}

/** Shares compiled code between starts. */
function basics({ compiledDir }: Code): Record<string, string> {
  return { ...basicVariables(readEnvironment()), NODE_COMPILE_CACHE: compiledDir };
}

async function migrate(dataDir: string, envs: RoleEnvs, code: Code, logs: Logs): Promise<void> {
  const env = { ...basics(code), ...envs.owner };
  const { ok, how } = await ending(launch({ name: 'migrate', script: code.programs.migrate, env, stopMs: STOP_MS }, logs.file('migrate')));
  if (!ok) throw new Error(`the migrations failed (${how}):\n${logs.tail('migrate', TAIL_LINES)}`);
  writeFileSync(join(dataDir, MIGRATED), '');
}

/** Runs a verb of the command line; what it only proposes is confirmed by a second operator. */
async function runOperator(script: string, env: Record<string, string>, verb: string, input: object): Promise<unknown> {
  const run = async (...args: readonly string[]): Promise<{ proposal?: string }> =>
    JSON.parse((await promisify(execFile)(process.execPath, [script, ...args], { env })).stdout);
  const answer = await run(verb, JSON.stringify(input));
  return answer.proposal ? run('--as', 'second', 'confirmAct', JSON.stringify({ id: answer.proposal })) : answer;
}

function controls(dataDir: string, members: Members, logs: Logs): Omit<ExchangeUnderTest, keyof Endpoints | 'operate' | 'stop'> {
  const fileOf = (role: Killable, point: CheckpointName) => join(dataDir, 'kill', role, point);
  return {
    dataDir,
    roles: members,
    sandbox: members.sandbox,
    kill: (role) => members[role].kill(),
    start: (role) => members[role].start(),
    arm: (role, point) => writeFileSync(fileOf(role, point), ''),
    isArmed: (role, point) => existsSync(fileOf(role, point)),
    disarm: (role, point) => isRemoved(fileOf(role, point)),
    killPostgres: () => void process.kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
    recentLogs: () => [...Object.keys(members), 'postgres'].map((name) => `--- ${name}\n${logs.tail(name, TAIL_LINES)}`).join('\n'),
  };
}

/** Removes a file. @returns false if it was gone already */
function isRemoved(file: string): boolean {
  try {
    unlinkSync(file);
    return true;
  } catch {
    return false;
  }
}

async function stopAll(members: Members, database: Database, logs: Logs): Promise<void> {
  await Promise.all(Object.values(members).map((member) => member.stop()));
  await database.stop();
  logs.close();
}
