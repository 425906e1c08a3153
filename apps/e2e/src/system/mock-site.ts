import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basicVariables, ending, launch } from '@quydoi/server/supervisor/launch';
import { openLogs } from '@quydoi/server/supervisor/logs';
import { until } from '../until.ts';
import { readEnvironment } from './env.ts';
import { findFreePorts, releasePorts } from './ports.ts';
import { type Code, sourceCode } from './programs.ts';

const READY_MS_MAX = 180_000;
const STOP_MS = 2_000;
/** Delay before a new order is paid. Long enough for a busy machine to show the payment instructions first. */
const PAID_AFTER_MS = 60_000;

/** The built pages over an exchange in memory, with a sample order in every state. */
export interface MockSite {
  readonly webUrl: string;
  /** References of the sample orders. */
  readonly samples: readonly string[];
  stop(): Promise<void>;
}

/** Starts the site on a free port; resolves when it answers. @param code the sources if omitted */
export async function startMockSite(code?: Code): Promise<MockSite> {
  const folder = mkdtempSync(join(tmpdir(), 'quydoi-e2e-mock-'));
  const logs = openLogs(folder);
  const [port = 0] = await findFreePorts(1);
  const { programs, compiledDir } = code ?? sourceCode(join(folder, 'compiled'));
  const env = {
    ...basicVariables(readEnvironment()),
    NODE_COMPILE_CACHE: compiledDir,
    PORT: String(port),
    MOCK_PAID_AFTER_MS: String(PAID_AFTER_MS),
  };
  const child = launch({ name: 'mock', script: programs.mockSite, env, stopMs: STOP_MS }, logs.file('mock'));
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
