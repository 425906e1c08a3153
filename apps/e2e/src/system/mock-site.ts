import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basicVariables, ending, launch } from '@quydoi/server/supervisor/launch';
import { openLogs } from '@quydoi/server/supervisor/logs';
import { until } from '../until.ts';
import { readEnvironment } from './env.ts';
import { findFreePorts, releasePorts } from './ports.ts';

const SCRIPT = join(import.meta.dirname, '../../../web/dev/serve.ts');
const READY_MS_MAX = 180_000;
const STOP_MS = 2_000;

/** The built pages over an exchange in memory, with a sample order in every state. */
export interface MockSite {
  readonly webUrl: string;
  /** References of the sample orders. */
  readonly samples: readonly string[];
  stop(): Promise<void>;
}

/** Starts the site on a free port; resolves when it answers. @param more environment variables for it */
export async function startMockSite(more: Readonly<Record<string, string>> = {}): Promise<MockSite> {
  const folder = mkdtempSync(join(tmpdir(), 'quydoi-e2e-mock-'));
  const logs = openLogs(folder);
  const [port = 0] = await findFreePorts(1);
  const env = { ...basicVariables(readEnvironment()), ...more, PORT: String(port) };
  const child = launch({ name: 'mock', script: SCRIPT, env, stopMs: STOP_MS }, logs.file('mock'));
  const ended = ending(child);
  const webUrl = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    logs.close();
    await releasePorts([port]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const samples = await until('the mock site', READY_MS_MAX, async () => (await fetch(`${webUrl}/mock/samples`)).text());
    return { webUrl, samples: samples.trim().split('\n'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
