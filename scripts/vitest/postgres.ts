import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../packages/database/src/embedded/free-port.ts';
import { startEmbeddedPostgres } from '../../packages/database/src/embedded.ts';
import type {} from '../../packages/database/testing/postgres-url.ts';

/** Starts one throw-away cluster for all tests of the project; QUYDOI_TEST_POSTGRES_URL names a server to use instead. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.QUYDOI_TEST_POSTGRES_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return async () => {};
  }
  const dir = await mkdtemp(join(tmpdir(), 'quydoi-postgres-'));
  const lines: string[] = [];
  const server = await startEmbeddedPostgres({
    dataDir: join(dir, 'data'),
    port: await freePort(),
    password: 'tests',
    durable: false,
    log: (line) => lines.push(line),
  }).catch((error: unknown) => {
    console.error(lines.join('\n'));
    throw error;
  });
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
}
