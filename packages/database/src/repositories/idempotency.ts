import type { MoneyTx } from '../money-tx.ts';
import { runPrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';

/** A creating request's key, where it was used, for which body, and the order that it made. */
export interface IdempotencyKey {
  readonly scope: string;
  readonly key: string;
  readonly bodyHash: string;
  readonly orderId: string;
}

/** Keeps the keys with the orders that they made. A key that exists already is a ConflictError on `idempotency_pkey`. */
export async function writeIdempotencyKeys(tx: MoneyTx, keys: readonly IdempotencyKey[], at: Date): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(
    'insert idempotency',
    'insert into idempotency (scope, key, body_hash, order_id, created_at) select x.*, $5 from unnest($1::text[], $2::text[], $3::text[], $4::uuid[]) as x',
    [keys.map((key) => key.scope), keys.map((key) => key.key), keys.map((key) => key.bodyHash), keys.map((key) => key.orderId), at],
  );
}

/** The order that a key made, with the body that asked for it. */
export interface KeyedOrder {
  readonly bodyHash: string;
  readonly orderId: string;
}

/** The orders that these keys (scope, key) made, in the same order; null where a key is new. */
export async function readIdempotencyKeys(orm: Orm, keys: readonly (readonly [string, string])[]): Promise<(KeyedOrder | null)[]> {
  const rows = await runPrepared<{ n: string; body_hash: string; order_id: string }>(
    orm,
    'read idempotency',
    `select x.n, i.body_hash, i.order_id from unnest($1::text[], $2::text[]) with ordinality as x(scope, key, n)
     cross join lateral (select body_hash, order_id from idempotency where scope = x.scope and key = x.key limit 1) i`,
    [keys.map(([scope]) => scope), keys.map(([, key]) => key)],
  );
  const found = new Map(rows.map((row) => [Number(row.n), { bodyHash: row.body_hash, orderId: row.order_id }]));
  return keys.map((_, index) => found.get(index + 1) ?? null);
}

/** Forgets keys older than `before`. */
export async function deleteIdempotencyKeys(orm: Orm, before: Date): Promise<void> {
  await dbOf(orm).deleteFrom('idempotency').where('createdAt', '<', before).execute();
}
