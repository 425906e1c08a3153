import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startExchangeIn } from '../../apps/e2e/src/system/exchange-under-test.ts';
import type {} from '../../apps/e2e/src/system/template.ts';

/** Starts and stops an exchange once. Tests start theirs from copies of its data folder, which takes a fraction of the time. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'quydoi-e2e-template-'));
  const remove = () => rm(dir, { recursive: true, force: true });
  try {
    const exchange = await startExchangeIn(dir);
    await exchange.stop();
    await rm(join(dir, 'logs'), { recursive: true });
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('exchangeTemplate', dir);
  return remove;
}
