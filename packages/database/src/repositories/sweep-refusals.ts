import type { Sweep } from '@quydoi/domain/transfer/sweep';
import { sql } from 'kysely';
import type { MoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';

/** A try to sweep a currency from an address that came to nothing and cost nothing. */
export interface SweepRefusal extends Pick<Sweep, 'network' | 'addressIndex' | 'currency'> {
  readonly detail: string;
}

/** Counts a refusal. @returns the refusals since the last successful sweep */
export async function countSweepRefusal(orm: Orm, { network, addressIndex, currency, detail }: SweepRefusal, at: Date): Promise<number> {
  const { rows } = await sql<{ times: number }>`
    insert into sweep_refusal as r (network, address_index, currency, times, since, last_at, detail)
    values (${network}, ${addressIndex}, ${currency}, 1, ${at}, ${at}, ${detail})
    on conflict (network, address_index, currency) do update set times = r.times + 1, last_at = excluded.last_at, detail = excluded.detail
    returning times`.execute(dbOf(orm));
  return rows[0]?.times ?? 0;
}

/** A deposit address that cannot be swept, with its last refusal. */
export interface RefusedSweep extends SweepRefusal {
  readonly times: number;
  readonly since: Date;
}

/** Addresses whose sweeps were refused at least `timesMin` times since the last successful one, and are still tried, longest first. */
export async function readRefusedSweeps(orm: Orm, timesMin: number, triedSince: Date): Promise<RefusedSweep[]> {
  return dbOf(orm)
    .selectFrom('sweep_refusal')
    .select(['network', 'addressIndex', 'currency', 'detail', 'times', 'since'])
    .where('times', '>=', timesMin)
    .where('lastAt', '>', triedSince)
    .orderBy('since')
    .execute();
}

const END_REFUSALS = 'delete from sweep_refusal where network = $1 and address_index = $2 and currency = $3';

/** Ends the refusals of a currency at an address, after a sweep of it has succeeded. */
export async function endSweepRefusals(tx: MoneyTx, { network, addressIndex, currency }: Omit<SweepRefusal, 'detail'>): Promise<void> {
  await tx.run('end refusals', END_REFUSALS, [network, addressIndex, currency]);
}
