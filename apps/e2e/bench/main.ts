/**
 * Measures the running exchange against what Node and PostgreSQL can do by themselves on this machine at this moment, and prints one table.
 * Options: `--only NAME[,NAME…]` (start, order, config, config-web, payout, session, create, memory), `--profile` (where the web role's time goes).
 * The word `paint` measures the pages' first paint instead, `nodes` what the simulated chains' nodes add.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';
import { benchChainNodes } from './chain-nodes.ts';
import { measureConfigPoll } from './config-poll.ts';
import { measureConfigWeb } from './config-web.ts';
import { measureCreate } from './create.ts';
import { PORTS, type RunningExchange, startExchange } from './exchange.ts';
import { benchFirstPaint } from './first-paint.ts';
import { measureMemory, startRows } from './footprint.ts';
import type { Result } from './measure.ts';
import { measureOrderPoll } from './order-poll.ts';
import { fillReserve } from './orders.ts';
import { measurePayout } from './payout.ts';
import { createProfiler } from './profile.ts';
import { measureSession } from './session.ts';
import { type Row, rowOf, tableOf } from './table.ts';
import { ensureTools } from './tools.ts';

const cacheDir = join(import.meta.dirname, '..', '..', '..', '.cache');
/** One folder per set of ports, so that benches can run at the same time. */
const folder = join(cacheDir, `bench-${PORTS.exchange}`);
/** Limit for the whole run: a disturbed case is repeated only while the remaining measures still fit. */
const TOTAL_SECONDS_MAX = 300;
/** Longest repeat of one case. */
const REPEAT_SECONDS = 50;

const COMPARISONS: Readonly<Record<string, (bench: Bench) => Promise<Result[]>>> = {
  config: measureConfigPoll,
  'config-web': measureConfigWeb,
  order: measureOrderPoll,
  session: measureSession,
  create: measureCreate,
};
/**
 * Measures in running order, with their approximate durations. Those that need a small database run before those that fill it. Among the first, those
 * that load the web role most run earliest, while its process is as young as the bare server that it is compared with.
 */
const SECONDS = { start: 10, order: 90, config: 66, 'config-web': 33, payout: 25, session: 50, create: 60, memory: 1 } as const;
type Name = keyof typeof SECONDS;
const NAMES = Object.keys(SECONDS) as Name[];

/** What is measured instead, by its word. */
const OTHERS: Readonly<Record<string, () => Promise<void>>> = { paint: benchFirstPaint, nodes: () => benchChainNodes(folder) };

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { only: { type: 'string' }, profile: { type: 'boolean', default: false } },
});
const chosen: readonly string[] = values.only?.split(',') ?? NAMES;
const unknown = [
  ...positionals.filter((word) => !Object.hasOwn(OTHERS, word)),
  ...chosen.filter((name) => !(NAMES as readonly string[]).includes(name)),
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (unknown.length > 0) {
  console.error(`Unknown measure ${unknown.join(', ')}. There are ${NAMES.join(', ')}.`);
  process.exitCode = 2;
} else if (positionals.length > 0) {
  for (const word of positionals) await OTHERS[word]?.();
} else {
  await run();
}

async function run(): Promise<void> {
  const startedAt = performance.now();
  const tools = ensureTools();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const rows: Row[] = [];
  const facts: Record<string, unknown> = { at: new Date().toISOString(), loadAtStart: loadavg() };
  let exchange: RunningExchange | undefined;
  try {
    exchange = await startMeasured(rows, facts);
    await fillReserve(exchange);
    const waiting = NAMES.filter((name) => chosen.includes(name));
    const mayRepeat = () => (performance.now() - startedAt) / 1_000 + REPEAT_SECONDS + secondsOf(waiting) <= TOTAL_SECONDS_MAX;
    const profiler = values.profile ? createProfiler(folder) : null;
    const bench: Bench = { exchange, tools, folder, mayRepeat, profiler };
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const measured = name;
      await measure(bench, measured, rows, facts).catch((error: unknown) => noteFailure(measured, error, rows));
    }
  } finally {
    await exchange?.stop();
    rmSync(join(folder, 'data'), { recursive: true, force: true });
  }
  writeFileSync(join(cacheDir, 'bench.json'), `${JSON.stringify({ ...facts, rows }, null, 2)}\n`);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(
    `\n${tableOf(rows)}\n\n${seconds} s, load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}; written to .cache/bench.json`,
  );
}

function secondsOf(names: readonly Name[]): number {
  return names.reduce((sum, name) => sum + SECONDS[name], 0);
}

/** Records a failed measure. The others still run, but the bench ends with an error code. */
function noteFailure(name: string, error: unknown, rows: Row[]): void {
  console.error(error);
  rows.push({
    title: name,
    goal: '',
    measured: '',
    cpu: '',
    spread: '',
    verdict: 'FAILED',
    detail: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
  });
  process.exitCode = 1;
}

async function startMeasured(rows: Row[], facts: Record<string, unknown>): Promise<RunningExchange> {
  console.log('Starting the exchange…');
  const dataFolder = join(folder, 'data');
  const first = await startExchange(dataFolder);
  if (!chosen.includes('start')) return first;
  await first.stop();
  const again = await startExchange(dataFolder);
  rows.push(...startRows(first.readyMs, again.readyMs));
  facts.start = { firstMs: first.readyMs, againMs: again.readyMs };
  return again;
}

async function measure(bench: Bench, name: Name, rows: Row[], facts: Record<string, unknown>): Promise<void> {
  if (name === 'start') return;
  console.log(`Measuring ${name}…`);
  const comparison = COMPARISONS[name];
  if (comparison) {
    const results = await comparison(bench);
    rows.push(...results.map(rowOf));
    facts[name] = results;
    return;
  }
  const measured = name === 'payout' ? await measurePayout(bench) : measureMemory(bench.exchange);
  rows.push(...measured.rows);
  facts[name] = measured.facts;
}
