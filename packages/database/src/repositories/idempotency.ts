import { IdempotencyEntity } from '../entities/order.ts';
import { type MoneyTx, runPrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertRows } from '../write-rows.ts';

/** An idempotency key: its scope, the order that the request created, and the web process's proof that this request did, with this body. */
export interface IdempotencyKey {
  readonly scope: string;
  readonly key: string;
  readonly proof: string;
  readonly orderId: string;
}

/** Stores the keys of orders that are created in this transaction. @throws ConflictError on `idempotency_pkey` when a key was used already */
export async function writeIdempotencyKeys(tx: MoneyTx, keys: readonly IdempotencyKey[], createdAt: Date): Promise<void> {
  const rows = keys.map((key) => ({ ...key, createdAt }));
  await insertRows(tx, IdempotencyEntity, rows);
}

/** The order that a request with an idempotency key created, and the proof. */
export interface KeyedOrder {
  readonly proof: string;
  readonly orderId: string;
}

/** Orders created by requests with these keys (scope, key), in the same order; null where a key is new. */
export async function readIdempotencyKeys(orm: Orm, keys: readonly (readonly [string, string])[]): Promise<(KeyedOrder | null)[]> {
  const rows = await runPrepared<{ n: string; proof: string; order_id: string }>(
    orm,
    'read idempotency',
    `select x.n, i.proof, i.order_id from unnest($1::text[], $2::text[]) with ordinality as x(scope, key, n)
     cross join lateral (select proof, order_id from idempotency where scope = x.scope and key = x.key limit 1) i`,
    [keys.map(([scope]) => scope), keys.map(([, key]) => key)],
  );
  const found = new Map(rows.map((row) => [Number(row.n), { proof: row.proof, orderId: row.order_id }]));
  return keys.map((_, index) => found.get(index + 1) ?? null);
}

/** Deletes idempotency keys past their retention. */
export async function deleteIdempotencyKeys(orm: Orm, before: Date): Promise<void> {
  await dbOf(orm).deleteFrom('idempotency').where('createdAt', '<', before).execute();
}
