import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './scripts/vitest/long-files-first.ts';

/** One project per kind of test. The web app's components need a compiler plugin, so its unit tests have a configuration of their own. */
const WEB = 'apps/web';

/** A busy machine takes its time, which costs nothing where a test passes; one that hangs still ends. */
const TEST_TIMEOUT_MS = 300_000;
const E2E_TEST_TIMEOUT_MS = 600_000;
/** Vitest's own second is less than a busy machine may need. */
const POLL_TIMEOUT_MS = 60_000;
/** Pure functions wait for nothing. */
const UNIT_FILE_CONCURRENCY = '100%';
/** Files with a database or a simulated provider. */
const DATABASE_FILE_CONCURRENCY = Math.max(2, availableParallelism());
/** They share one queue, after that of the pure functions. */
const WITH_DATABASE = { maxWorkers: DATABASE_FILE_CONCURRENCY, sequence: { groupOrder: 1 } };
/** Files with an exchange or a browser of their own: they await processes that start, timers and pages for half of the time. */
const E2E_FILE_CONCURRENCY = Math.max(3, availableParallelism());
/** Tests of one file that share its exchange or its browser: they wait half of the time. */
const E2E_TEST_CONCURRENCY = 4;

export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    expect: { poll: { timeout: POLL_TIMEOUT_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', `${WEB}/**`],
          pool: 'threads',
          /** Pure functions share a process: most of such a file's time would be its start. */
          isolate: false,
          testTimeout: TEST_TIMEOUT_MS,
          maxWorkers: UNIT_FILE_CONCURRENCY,
        },
      },
      `./${WEB}/vitest.config.ts`,
      {
        extends: true,
        test: {
          name: 'database',
          include: ['packages/{database,exchange}/tests/**/*.test.ts', 'apps/server/tests/**/*.test.ts'],
          globalSetup: ['./scripts/vitest/postgres.ts'],
          ...WITH_DATABASE,
          isolate: false,
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'sandbox',
          include: ['apps/sandbox/tests/**/*.test.ts', 'packages/{api,client,rails}/tests/**/*.test.ts'],
          ...WITH_DATABASE,
          isolate: false,
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['apps/e2e/tests/**/*.test.ts'],
          globalSetup: ['./scripts/vitest/exchange.ts'],
          /** A file's processes are its own; to start one more for its tests, and to load there what all files import, takes longer than some tests. */
          isolate: false,
          testTimeout: E2E_TEST_TIMEOUT_MS,
          hookTimeout: E2E_TEST_TIMEOUT_MS,
          maxWorkers: E2E_FILE_CONCURRENCY,
          sequence: { groupOrder: 2 },
          maxConcurrency: E2E_TEST_CONCURRENCY,
        },
      },
    ],
  },
});
