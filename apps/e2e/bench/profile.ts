import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where a Node process listens for its debugger after SIGUSR1. */
const INSPECTOR = 'http://127.0.0.1:9229/json/list';
const OPEN_TRIES_MAX = 50;
const OPEN_RETRY_MS = 100;
const SAMPLE_MICROS = 200;
const LINES_SHOWN = 25;

/** Profiles a process while something runs. */
export type Profiler = (pid: number, title: string, work: () => Promise<unknown>) => Promise<void>;

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
}

/** A profiler that writes `TITLE.cpuprofile` files (for a browser's developer tools) and prints where the time went. */
export function createProfiler(folder: string): Profiler {
  return async (pid, title, work) => {
    process.kill(pid, 'SIGUSR1');
    const call = await openInspector();
    await call('Profiler.enable');
    await call('Profiler.setSamplingInterval', { interval: SAMPLE_MICROS });
    await call('Profiler.start');
    await work();
    const { profile } = (await call('Profiler.stop')) as { profile: CpuProfile };
    await call('Profiler.disable');
    call.close();
    writeFileSync(join(folder, `${title.replaceAll(/[^a-z0-9]+/gi, '-')}.cpuprofile`), JSON.stringify(profile));
    console.log(`    where a role's time goes in "${title}":\n${hotspots(profile)}`);
  };
}

type Call = ((method: string, params?: object) => Promise<unknown>) & { close(): void };

async function openInspector(): Promise<Call> {
  const socket = new WebSocket(await inspectorUrl());
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  let calls = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      calls += 1;
      waiting.set(calls, resolve);
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  return Object.assign(call, { close: () => socket.close() });
}

async function inspectorUrl(): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      const [target] = (await (await fetch(INSPECTOR)).json()) as { webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (tries >= OPEN_TRIES_MAX) throw error;
    }
    await sleep(OPEN_RETRY_MS);
  }
}

/** The functions with most time of their own, in percent of the time not idle. */
function hotspots({ nodes, samples }: CpuProfile): string {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const counts = new Map<string, number>();
  for (const id of samples) {
    const name = names.get(id) ?? '';
    if (!name.startsWith('(idle)')) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const busy = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const top = [...counts].sort(([, a], [, b]) => b - a).slice(0, LINES_SHOWN);
  return top.map(([name, count]) => `    ${((100 * count) / busy).toFixed(1).padStart(5)} %  ${name}`).join('\n');
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const place = url.replace(/^.*\/(?=packages\/|apps\/)/, '').replace(/^.*\/node_modules\//, '');
  return `${functionName || '(anonymous)'}${place ? ` ${place}:${lineNumber + 1}` : ''}`;
}
