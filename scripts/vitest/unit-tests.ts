import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootDir } from '../root.ts';
import { readTally, sumTallies, type Tally } from '../tally.ts';
import { runTurbo } from '../turbo.ts';

/** Tally of a workspace's unit tests, relative to its folder. An output of the task, so that turbo restores it with a cached result. */
export const UNIT_TALLY_FILE = '.turbo/unit-tests.json';

/** Runs the unit tests of each workspace whose sources have changed since they passed; results of the others come from turbo's cache. */
export async function runUnitTests(): Promise<Tally> {
  const files = workspacesWithUnitTests().map((dir) => join(rootDir, dir, UNIT_TALLY_FILE));
  for (const file of files) rmSync(file, { force: true });
  const startedAt = performance.now();
  const { code, output } = await runTurbo(['run', 'test:unit', '--continue', '--concurrency=2', '--output-logs=errors-only']);
  console.log(
    `${code === 0 ? '✓' : '✗'} unit tests (${((performance.now() - startedAt) / 1000).toFixed(1)} s)${code === 0 ? '' : `\n${output.trim()}\n`}`,
  );
  const total = sumTallies(files.map(readTally));
  if (code !== 0 && total.failed === 0) total.failed = 1;
  return total;
}

function workspacesWithUnitTests(): string[] {
  const manifests = ['package.json', ...globSync('{packages,apps}/*/package.json', { cwd: rootDir })];
  return manifests
    .filter((file) => 'test:unit' in (JSON.parse(readFileSync(join(rootDir, file), 'utf8')).scripts ?? {}))
    .map((file) => dirname(file));
}
