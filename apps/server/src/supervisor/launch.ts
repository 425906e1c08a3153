import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Variables } from './env-file.ts';

/** One Node program with an environment of its own. */
export type Program = {
  /** Shown in messages, in the process list and as the name of the log file. */
  name: string;
  /** Absolute path of the file to run. */
  script: string;
  env: Variables;
  args?: readonly string[];
  /** Deadline for the program to stop before it is killed. */
  stopMs: number;
};

/** Variables passed on from this environment to every child: executable paths and Node settings only. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS'] as const;

/**
 * Maximum size of a V8 semi-space. The default grows to 64 MiB on large machines; the roles allocate mostly short-lived, per-request objects, so
 * a quarter suffices.
 */
const SEMI_SPACE_MIB_MAX = 16;

/** Variables of every child: those passed on, and the time zone UTC. */
export function basicVariables(env: NodeJS.ProcessEnv): Variables {
  const known = PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { ...Object.fromEntries(known), TZ: 'UTC' };
}

const dieWithParent =
  process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status === 0 ? ['setpriv', '--pdeathsig', 'KILL'] : [];

/** Starts a program in a session of its own (Ctrl-C reaches the supervisor alone), tied to this process's life, writing to its log file. */
export function launch({ name, script, env, args = [] }: Program, logFile: string): ChildProcess {
  const command = [
    ...dieWithParent,
    process.execPath,
    `--title=quydoi-${name}`,
    `--max-semi-space-size=${SEMI_SPACE_MIB_MAX}`,
    '--import',
    join(import.meta.dirname, 'attach.ts'),
    script,
    ...args,
  ];
  const log = openSync(logFile, 'a', 0o600);
  try {
    return spawn(command[0] as string, command.slice(1), { env, cwd: '/', detached: true, stdio: ['ignore', log, log, 'ipc'] });
  } finally {
    closeSync(log);
  }
}

/** Resolves when the program has ended or could not be started, with a description of the exit. */
export function ending(child: ChildProcess): Promise<{ ok: boolean; how: string }> {
  return new Promise((done) => {
    child.once('error', (error) => done({ ok: false, how: error.message }));
    child.once('exit', (code, signal) => done({ ok: code === 0, how: signal ?? `code ${code}` }));
  });
}
