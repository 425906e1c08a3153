import { RESERVES, type ReserveCode } from '@quydoi/domain/currencies';
import type { AccountName } from '@quydoi/domain/ledger/accounts';
import { type MoneyTx, runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** Deposits at an address of ours that was derived for another network, in minor units. */
export interface StrandedDeposits {
  readonly address: string;
  /** Amount that was not given back. */
  readonly left: bigint;
}

/** Payments `p` of a unit on a network that came to addresses of other networks. */
const STRANDED = `from payment p join deposit_address d on d.address = p.account and d.network <> p.network
  where p.network = $1 and p.unit = $2 and p.confirmed and p.state <> 'forged'`;
const STRANDED_DEPOSITS = `
  select p.account as address, coalesce(sum(p.amount) filter (where p.state <> 'returned'), 0) as left
  ${STRANDED} group by p.account order by sum(p.amount) desc, 1`;

/** Deposits of a reserve's network at addresses of other networks, largest first: nothing sweeps them. */
export async function readStrandedDeposits(orm: Orm, reserve: ReserveCode): Promise<StrandedDeposits[]> {
  const values = [RESERVES[reserve].network, reserve];
  const rows = await runPrepared<{ address: string; left: string }>(orm, 'stranded deposits', STRANDED_DEPOSITS, values);
  return rows.map(({ address, left }) => ({ address, left: BigInt(left) }));
}

/** Money at addresses of other networks, as it may still be booked, in minor units. */
export interface StrandedMoney {
  /** Amount that arrived there, and was neither given back nor moved. */
  readonly left: bigint;
  /** Amount booked as moved to the account that pays out. */
  readonly moved: bigint;
}

const STRANDED_MONEY = `
  select (select coalesce(sum(p.amount), 0) ${STRANDED}) as received,
    coalesce(-sum(e.amount) filter (where b.kind = 'transfer'), 0) as moved, coalesce(-sum(e.amount) filter (where b.kind = 'refund'), 0) as returned
  from posting b join entry e on e.posting_id = b.id join account a on a.id = e.account_id where b.kind in ('transfer', 'refund') and a.name = $3`;

/**
 * Reads what may be booked of a reserve's deposits at addresses of other networks. Others that would book of it wait until the transaction has ended.
 * @param collection account of the reserve's deposits, which only operators post transfers and refunds from
 */
export async function lockStrandedMoney(tx: MoneyTx, reserve: ReserveCode, collection: AccountName): Promise<StrandedMoney> {
  await tx.run('lock stranded', 'select pg_advisory_xact_lock(hashtextextended($1, 9))', [`stranded ${reserve}`]);
  const { rows } = await tx.run<Record<'received' | 'moved' | 'returned', string>>('stranded money', STRANDED_MONEY, [
    RESERVES[reserve].network,
    reserve,
    collection,
  ]);
  const { received = 0, moved = 0, returned = 0 } = rows[0] ?? {};
  return { left: BigInt(received) - BigInt(returned) - BigInt(moved), moved: BigInt(moved) };
}
