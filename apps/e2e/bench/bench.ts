import { cpus } from 'node:os';
import { type BareServer, type KnownAnswer, startBare } from './bare.ts';
import { PORTS, type RunningExchange } from './exchange.ts';
import type { LoadOptions } from './load.ts';
import { type Comparison, type Contender, compare, type Result } from './measure.ts';
import { pin } from './pin.ts';
import type { Profiler } from './profile.ts';
import type { Tools } from './tools.ts';

/** Compared servers are pinned to one core, the load generator to another. */
const SERVER_CORE = '0';
const LOAD_CORE = '1';
const HTTP_CONNECTIONS = 64;
const PROFILE_SECONDS = 3;

/** Shared context of all measurements. */
export interface Bench {
  readonly exchange: RunningExchange;
  readonly tools: Tools;
  /** Folder for the files of this run. */
  readonly folder: string;
  /** Whether there is time to repeat a disturbed case. */
  mayRepeat(): boolean;
  /** Null unless profiles were requested. */
  readonly profiler: Profiler | null;
}

/** Process id of a role, or of `postgres`. @throws Error when it does not run */
export function pidOf({ exchange }: Bench, name: string): number {
  const process = exchange.processes().get(name);
  if (!process) throw new Error(`${name} does not run`);
  return process.pid;
}

/** Options of a load generator that is pinned to a core of its own. */
export function pinnedLoad({ tools, folder }: Bench): LoadOptions {
  return { wrk: tools.wrk, prefix: [tools.taskset, '-c', LOAD_CORE], folder, connections: HTTP_CONNECTIONS };
}

/** Options of a load generator that may run on any core. */
export function freeLoad({ tools, folder }: Bench): LoadOptions {
  return { wrk: tools.wrk, prefix: [], folder, connections: HTTP_CONNECTIONS };
}

/**
 * Runs `work` with the web role and a bare server on the same core. The bare server gives the same answers.
 * @param readsDatabase whether the bare server reads an order from the database for each request
 */
export async function besideBare<T>(
  bench: Bench,
  answers: ReadonlyMap<string, KnownAnswer>,
  readsDatabase: boolean,
  work: (bare: BareServer) => Promise<T>,
): Promise<T> {
  const web = pidOf(bench, 'web');
  const place = { port: PORTS.bare, folder: bench.folder, taskset: bench.tools.taskset, core: SERVER_CORE };
  const bare = await startBare(place, answers, readsDatabase ? bench.exchange.databaseUrl : null);
  pin(bench.tools.taskset, web, SERVER_CORE);
  try {
    return await work(bare);
  } finally {
    pin(bench.tools.taskset, web, `0-${cpus().length - 1}`);
    await bare.stop();
  }
}

/** Compares contenders, and then profiles each candidate if profiles were requested. */
export async function compareAndProfile(
  bench: Bench,
  contenders: readonly Contender[],
  control: string,
  comparisons: readonly Comparison[],
): Promise<Result[]> {
  const results = await compare(contenders, control, comparisons, bench.mayRepeat);
  const candidates = new Map(comparisons.map(({ candidate, title }) => [candidate, title]).reverse() as [string, string][]);
  for (const [candidate, title] of bench.profiler ? candidates : []) {
    const contender = contenders.find(({ name }) => name === candidate);
    if (!contender?.processes.web) continue;
    await contender.prepare?.(PROFILE_SECONDS);
    const profile = bench.profiler?.(contender.processes.web, title, () => contender.run(PROFILE_SECONDS));
    await profile?.catch((error: unknown) => console.error(`    no profile of "${title}": ${String(error)}`));
  }
  return results;
}
