import type { ChildProcess } from 'node:child_process';
import { ending, launch, type Program } from '@quydoi/server/supervisor/launch';
import type { Logs } from '@quydoi/server/supervisor/logs';

const READY_MS_MAX = 150_000;
const TAIL_LINES = 30;

/** A process of the exchange that can be killed and restarted. */
export interface RoleProcess {
  readonly isUp: boolean;
  /** Starts the process with extra variables; resolves when it reports ready. @throws Error with its recent logs */
  start(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Sends SIGKILL; resolves when the process has exited. */
  kill(): Promise<void>;
  /** Resolves with how the process ended; at once if none runs. */
  died(): Promise<string>;
  /** SIGTERM, then SIGKILL after the program's deadline. */
  stop(): Promise<void>;
  recentLogs(): string;
}

/** Describes a process without starting it. Its output goes to its log file. */
export function createRoleProcess(program: Program, logs: Logs): RoleProcess {
  let child: ChildProcess | undefined;
  let isReady = false;
  let ended: Promise<string> = Promise.resolve('never started');
  const recentLogs = () => logs.tail(program.name, TAIL_LINES);

  const kill = async () => {
    child?.kill('SIGKILL');
    await ended;
  };
  return {
    get isUp() {
      return isReady;
    },
    async start(env = {}) {
      const started = launch({ ...program, env: { ...program.env, ...env } }, logs.file(program.name));
      child = started;
      ended = ending(started).then(({ how }) => {
        if (child === started) isReady = false;
        return how;
      });
      await becomesReady(program.name, started, ended, recentLogs);
      isReady = true;
    },
    kill,
    died: () => ended,
    async stop() {
      child?.kill('SIGTERM');
      const deadline = setTimeout(() => child?.kill('SIGKILL'), program.stopMs);
      await ended;
      clearTimeout(deadline);
    },
    recentLogs,
  };
}

async function becomesReady(name: string, child: ChildProcess, ended: Promise<string>, recentLogs: () => string): Promise<void> {
  const ready = new Promise<void>((resolve) => child.on('message', () => resolve()));
  const death = ended.then((how) => {
    throw new Error(`${name} ended (${how}) before it was ready:\n${recentLogs()}`);
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} was not ready within ${READY_MS_MAX} ms:\n${recentLogs()}`)), READY_MS_MAX);
  });
  try {
    await Promise.race([ready, death, late]);
  } finally {
    clearTimeout(timer);
    death.catch(() => {});
  }
}
