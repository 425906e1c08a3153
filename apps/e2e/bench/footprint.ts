import { readFileSync } from 'node:fs';
import { processTree } from '../src/system/processes.ts';
import type { RunningExchange } from './exchange.ts';
import { type Row, verdictOf } from './table.ts';

/** Bytes of a mebibyte. */
export const MIB = 1_048_576;
const RSS_MIB_MAX = 250;

/** Memory of every process, after all that was done before. */
export function measureMemory(exchange: RunningExchange): { rows: Row[]; facts: object } {
  const roles = [...exchange.processes()].map(([name, process]): [string, number] => [
    name,
    (name === 'postgres' ? shareOfTree(process.pid) : process.rssBytes) / MIB,
  ]);
  const nodes = roles.filter(([name]) => name !== 'postgres');
  const largest = Math.max(...nodes.map(([, mib]) => mib));
  const row = {
    title: 'memory of the largest Node process',
    goal: `≤ ${RSS_MIB_MAX} MiB`,
    measured: `${largest.toFixed(0)} MiB`,
    cpu: '',
    spread: '',
    verdict: verdictOf(largest, RSS_MIB_MAX),
    detail: roles.map(([name, mib]) => `${name} ${mib.toFixed(0)}`).join(', '),
  };
  return { rows: [row], facts: Object.fromEntries(roles) };
}

/** How long a start took, from the spawn of the script to its ready line. */
export function startRows(firstMs: number, againMs: number): Row[] {
  const row = (title: string, ms: number): Row => ({
    title,
    goal: '',
    measured: `${(ms / 1_000).toFixed(2)} s`,
    cpu: '',
    spread: '',
    verdict: 'for information',
    detail: '',
  });
  return [row('npm start to ready, empty data folder', firstMs), row('npm start to ready, again', againMs)];
}

/** Bytes that a process and those below it occupy together: pages that several share are counted once. */
export function shareOfTree(root: number): number {
  return processTree(root).reduce((sum, { pid }) => sum + shareOf(pid), 0);
}

function shareOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
