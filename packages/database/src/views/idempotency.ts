import type { MoneyTx } from '../money-tx.ts';
import { type Orm, dbOf } from '../orm.ts';

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

/** The order that a key made, or null. */
export async function readIdempotencyKey(orm: Orm, scope: string, key: string): Promise<{ bodyHash: string; orderId: string } | null> {
  const row = await dbOf(orm.em.fork()).selectFrom('idempotency').select(['bodyHash', 'orderId']).where('scope', '=', scope).where('key', '=', key).executeTakeFirst();
  return row ?? null;
}
