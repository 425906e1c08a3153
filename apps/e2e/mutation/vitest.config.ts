import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { AREAS, isAreaName } from '../src/mutation/areas.ts';
import { LikelyFirst } from './likely-first.ts';

/*
 * Configuration of the tests in a mutation run, which happens in a copy of the repository: workspaces are aliased to that copy, because the links in
 * node_modules lead to the original.
 */

/** Too long for a busy machine to reach: a time-out would count as a test that noticed the change. */
const TEST_TIMEOUT_MS = 180_000;
const POLL_TIMEOUT_MS = 20_000;

const rootDir = join(import.meta.dirname, '../../..');
const name = process.env.MUTATION_AREA;
if (!isAreaName(name)) throw new Error('MUTATION_AREA names no area');
const area = AREAS[name];

/** Read by Vitest. @public */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@quydoi\/([^/]+)\/testing\/(.+)$/, replacement: `${rootDir}/packages/$1/testing/$2.ts` },
      { find: /^@quydoi\/([^/]+)\/(.+)$/, replacement: `${rootDir}/packages/$1/src/$2.ts` },
    ],
  },
  test: {
    include: process.env.MUTATION_TESTS ? [process.env.MUTATION_TESTS] : [...area.tests],
    isolate: false,
    sequence: { sequencer: LikelyFirst },
    expect: { poll: { timeout: POLL_TIMEOUT_MS } },
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    globalSetup: area.needsPostgres ? [join(rootDir, 'scripts/vitest/postgres.ts')] : [],
  },
});
