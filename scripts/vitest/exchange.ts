import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startExchangeIn } from '../../apps/e2e/src/system/exchange-under-test.ts';
import { bundle } from '../../apps/e2e/src/system/programs.ts';
import { DATA_FOLDER, PROGRAMS_FOLDER } from '../../apps/e2e/src/system/template.ts';

/** Bundles the programs, and starts and stops an exchange once. Tests start theirs from copies of its data, which takes a fraction of the time. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'quydoi-e2e-template-'));
  const remove = () => rm(dir, { recursive: true, force: true });
  try {
    const dataDir = join(dir, DATA_FOLDER);
    const exchange = await startExchangeIn(dataDir, {}, await bundle(join(dir, PROGRAMS_FOLDER)));
    // It leaves its compiled code behind, as the roles do.
    await exchange.operate('listAlarms', {});
    await exchange.stop();
    await rm(join(dataDir, 'logs'), { recursive: true });
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('exchangeTemplate', dir);
  return remove;
}
