import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dbOf, type Orm } from '../src/orm.ts';
import { readTransfersInSlots } from '../src/repositories/slots.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { START } from './fixture.ts';

const WALLET = '0xhot';
const TRANSFERS = 2_000;
/** Far below the number of transfers. */
const ROWS_MAX = 50;

let database: TestDatabase;
let signer: Orm;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  signer = await database.open('quydoi_signer');
  // Past the guards: only what is read counts.
  await database.query('set session_replication_role = replica');
  const slots = `jsonb_build_array(jsonb_build_object('wallet', '${WALLET}', 'resource', n::text))`;
  await database.query(
    `insert into attempt_transfer (attempt_id, n, network, txid, raw, slots, signed_at)
     select gen_random_uuid(), 1, 'ethereum', 'payout ' || n, 'raw', ${slots}, now() from generate_series(1, ${TRANSFERS}) n`,
  );
  await database.query(
    `insert into sweep (id, version, network, address_index, kind, currency, amount, key, raw, slots, state, created_at, next_check_at)
     select gen_random_uuid(), 1, 'ethereum', n, 'fund', 'erc20', 1, 'fund ' || n, 'raw', ${slots}, 'done', now(), now() from generate_series(1, ${TRANSFERS}) n`,
  );
  await database.query('set session_replication_role = origin');
  await database.query('analyze attempt_transfer, sweep');
});
afterAll(() => database.close());

async function rowsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(dbOf(signer));
  await sql`select 1`.execute(dbOf(signer));
  const [row] = await database.query(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as rows from pg_stat_user_tables where relname in ('attempt_transfer', 'sweep')`,
  );
  return Number(row?.rows);
}

test('the transfers that ever had a slot are found among thousands, each once, by reading few rows', async () => {
  const slots = [7, 8].map((nonce) => ({ wallet: WALLET, resource: String(nonce) }));
  const before = await rowsRead();
  const found = await readTransfersInSlots(signer, 'ethereum', slots);
  expect(found.map(({ txid }) => txid).toSorted()).toEqual(['fund 7', 'fund 8', 'payout 7', 'payout 8']);
  expect((await rowsRead()) - before).toBeLessThan(ROWS_MAX);
  expect(await readTransfersInSlots(signer, 'bsc', slots)).toEqual([]);
  expect(await readTransfersInSlots(signer, 'ethereum', [{ wallet: 'other', resource: '7' }])).toEqual([]);
});
