import { openAuthPool } from '@quydoi/database/auth-pool';
import { createTestDatabase } from '@quydoi/database/testing/database';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { username } from 'better-auth/plugins/username';
import { expect, test } from 'vitest';
import { TEST_START } from '../../testing/clock.ts';

test('the migrated tables are those that the library wants, with all that is used', async () => {
  const database = await createTestDatabase(postgresUrl(), TEST_START);
  const pool = openAuthPool(database.url, 10_000);
  const auth = betterAuth({
    database: pool.database,
    secret: 'a secret that only this test has, of some length',
    baseURL: 'http://localhost:3000',
    logger: { disabled: true },
    plugins: [username()],
  });
  const { toBeCreated, toBeAdded } = await getMigrations(auth.options);
  expect([toBeCreated, toBeAdded]).toEqual([[], []]);
  await pool.end();
  await database.close();
});
