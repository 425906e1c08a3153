import { operationProcedures } from '@quydoi/contract/operations';
import type { Procedure } from '@quydoi/contract/procedure';
import { createTestDatabase, type TestDatabase } from '@quydoi/database/testing/database';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_START } from '../../testing/clock.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), TEST_START);
});
afterAll(() => database.close());

test('the database knows every audited call, and which of them two operators always make', async () => {
  const rows: readonly (readonly [string, Procedure])[] = Object.entries(operationProcedures);
  const audited = rows.filter(([, { audit }]) => audit).map(([verb, row]) => ({ verb, always_two: row.secondOperator === 'always' }));
  const known = await database.query('select verb, always_two from operator_verb');
  const byVerb = (a: { verb?: unknown }, b: { verb?: unknown }) => String(a.verb).localeCompare(String(b.verb));
  expect(known.toSorted(byVerb)).toEqual(audited.toSorted(byVerb));
});
