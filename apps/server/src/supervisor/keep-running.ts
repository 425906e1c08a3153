import { setTimeout as sleep } from 'node:timers/promises';
import { ending, launch, type Program } from './launch.ts';
import type { Logs } from './logs.ts';

/** Pause before a program is started again; each further end in a row doubles it. */
export const BACKOFF_MS_MIN = 200;
/** Longest pause before a program is started again. */
export const BACKOFF_MS_MAX = 5_000;
/** Uptime after which the backoff is reset. */
const HEALTHY_MS = 10_000;
const TAIL_LINES = 12;

/** Writes a line for the person who runs the supervisor. */
export type Tell = (line: string) => void;

/** A program that is kept running. */
export type Running = {
  /** Resolves at the first ready message of the program. */
  ready: Promise<void>;
  /** SIGTERM, then SIGKILL after the program's deadline. */
  stop(): Promise<void>;
};

/** Runs a program and restarts it with exponential backoff whenever it ends. The program reports readiness with `process.send({ ready: true })`. */
export function keepRunning(program: Program, logs: Logs, tell: Tell): Running {
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  let child = launch(program, logs.file(program.name));
  let ended = ending(child);

  const loop = (async () => {
    for (let backoffMs = BACKOFF_MS_MIN; ; backoffMs = Math.min(backoffMs * 2, BACKOFF_MS_MAX)) {
      const startedAt = performance.now();
      let wasReady = false;
      child.on('message', (message) => {
        if (!isReadyMessage(message)) return;
        wasReady = true;
        ready.resolve();
      });
      const { how } = await ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt >= HEALTHY_MS) backoffMs = BACKOFF_MS_MIN;
      tell(`${program.name} ended (${how}), starting it again in ${backoffMs / 1000} s; its log: ${logs.file(program.name)}`);
      if (!wasReady) tell(logs.tail(program.name, TAIL_LINES));
      await sleep(backoffMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      child = launch(program, logs.file(program.name));
      ended = ending(child);
    }
  })();

  return {
    ready: ready.promise,
    async stop() {
      stopping.abort();
      child.kill('SIGTERM');
      const deadline = setTimeout(() => {
        tell(`${program.name} did not stop within ${program.stopMs / 1000} s, killing it`);
        child.kill('SIGKILL');
      }, program.stopMs);
      await loop;
      clearTimeout(deadline);
    },
  };
}

function isReadyMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'ready' in message && message.ready === true;
}
