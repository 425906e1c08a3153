import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach } from 'vitest';

/**
 * Setup file of tests with processes and browsers of their own: delays files and concurrent tests while the machine has more to run than it can. The
 * cores stay busy, so nothing is lost; started at once on a slow machine, all of them would exceed the limits of their waiting.
 */

/** Runnable threads a core, up to which another test starts. */
const RUNNABLE_MAX_PER_CORE = 3;
/** One sample tells little: threads wake and sleep within milliseconds. */
const SAMPLES = 8;
const SAMPLE_MS = 50;
const PAUSE_MS = 500;
/** Delayed for so long, a test starts all the same. */
const DELAY_MS_MAX = 60_000;
/** For the turn of a test to come, behind others of its file. */
const TURN_MS_MAX = 30 * DELAY_MS_MAX;

/** Tests of this file that run now. */
let running = 0;
/** Tests start one after the other, each after a look of its own: all that wait would else start in the same lull. */
let turn = Promise.resolve();

beforeAll(awaitCapacity, TURN_MS_MAX);

beforeEach(async () => {
  turn = turn.then(() => (running > 0 ? awaitCapacity() : undefined));
  await turn;
  running += 1;
  return () => {
    running -= 1;
  };
}, TURN_MS_MAX);

async function awaitCapacity(): Promise<void> {
  const endMs = performance.now() + DELAY_MS_MAX;
  while (performance.now() < endMs && (await runnableThreads()) > RUNNABLE_MAX_PER_CORE * availableParallelism()) {
    // Other processes look at other times.
    await sleep(PAUSE_MS + (process.pid % PAUSE_MS));
  }
}

/** Mean number of threads that run or wait for a core (`procs_running`, proc_stat(5)); zero where the system does not tell. */
async function runnableThreads(): Promise<number> {
  let sum = 0;
  for (let n = 0; n < SAMPLES; n += 1) {
    sum += readRunnable();
    await sleep(SAMPLE_MS);
  }
  return sum / SAMPLES;
}

function readRunnable(): number {
  try {
    return Number(/^procs_running (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
