/**
 * Measures what the simulated chains' nodes add to `npm start`: nothing while their networks are off, then memory, and time until all is ready. Prints a
 * table. `npm run bench -- nodes`
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { CURRENCIES, TRADED_CODES } from '@quydoi/domain/currencies';
import { NETWORKS } from '@quydoi/domain/networks';
import { descendantsOf } from '../src/system/processes.ts';
import { until } from '../src/until.ts';
import { type RunningExchange, rootDir, startExchange } from './exchange.ts';
import { MIB, shareOfTree } from './footprint.ts';
import { type Row, tableOf, verdictOf } from './table.ts';

const ADDED_MS_MAX = 3_000;
const ADDED_MIB_MAX = 300;
const PATIENCE_MS = 60_000;
const SWITCHED = TRADED_CODES.filter(
  (code) => NETWORKS[CURRENCIES[code].network].attribution.by === 'address' && CURRENCIES[code].network !== 'tron',
);

/** Measures, prints the table, and sets exit code 1 when a goal is missed. */
export async function benchChainNodes(folder: string): Promise<void> {
  const dataFolder = join(folder, 'nodes-data');
  rmSync(dataFolder, { recursive: true, force: true });
  const started = async <T>(work: (exchange: RunningExchange) => Promise<T> | T): Promise<T> => {
    const exchange = await startExchange(dataFolder);
    try {
      return await work(exchange);
    } finally {
      await exchange.stop();
    }
  };
  await started(() => switchAll(dataFolder, false));
  const off = await started(async (exchange) => {
    const [nodes, bytes] = [descendantsOf(sandboxOf(exchange)).length, shareOfTree(sandboxOf(exchange))];
    switchAll(dataFolder, true);
    await until(
      'every chain to be read',
      PATIENCE_MS,
      async () => (await readNetworks(exchange)) === new Set(SWITCHED.map((code) => CURRENCIES[code].network)).size,
    );
    return { readyMs: exchange.readyMs, nodes, addedMib: (shareOfTree(sandboxOf(exchange)) - bytes) / MIB };
  });
  const onMs = await started(({ readyMs }) => readyMs);
  const rows = [
    rowOf('processes of nodes, their networks off', off.nodes, 0, String(off.nodes)),
    rowOf('memory of the nodes, their networks on', off.addedMib, ADDED_MIB_MAX, `${off.addedMib.toFixed(0)} MiB`),
    rowOf('npm start to ready, networks on less off', onMs - off.readyMs, ADDED_MS_MAX, `${((onMs - off.readyMs) / 1_000).toFixed(2)} s`),
  ];
  rmSync(dataFolder, { recursive: true, force: true });
  console.log(`${tableOf(rows)}\n\n${SWITCHED.join(', ')} switched on; load average ${loadavg()[0]?.toFixed(1)}`);
  if (rows.some(({ verdict }) => verdict !== 'met')) process.exitCode = 1;
}

function rowOf(title: string, value: number, max: number, measured: string): Row {
  return { title, goal: `≤ ${max}`, measured, cpu: '', spread: '', verdict: verdictOf(value, max), detail: '' };
}

function sandboxOf(exchange: RunningExchange): number {
  const sandbox = exchange.processes().get('sandbox');
  if (!sandbox) throw new Error('the sandbox does not run');
  return sandbox.pid;
}

/** How many of the networks have had blocks read. */
async function readNetworks(exchange: RunningExchange): Promise<number> {
  const networks = [...new Set(SWITCHED.map((code) => CURRENCIES[code].network))];
  const [row] = await exchange.sql<{ read: number }>(
    `select count(distinct s.network)::int as read from polled_source s join source_cursor c using (network, source) where s.kind = 'blocks' and s.network = any($1)`,
    [networks],
  );
  return row?.read ?? 0;
}

/** As an operator does. */
function switchAll(dataFolder: string, on: boolean): void {
  for (const code of SWITCHED) {
    const args = [join(rootDir, 'scripts', 'run.mjs'), 'operator', 'switchCurrency', JSON.stringify({ code, on })];
    const { status, stderr } = spawnSync('node', args, { env: { ...process.env, QUYDOI_DATA: dataFolder }, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${code} was not switched: ${stderr}`);
  }
}
