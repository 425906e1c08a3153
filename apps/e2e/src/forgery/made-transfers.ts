import type { Client } from 'pg';
import { payingAccountsOf } from '../reconciliation/transfers.ts';
import type { Endpoints } from '../system/endpoints.ts';
import { readSandboxBooks } from '../system/sandbox-client.ts';
import type { MadeTransfer } from './justify.ts';

// A voucher carries no key of ours: the signer stores which one an attempt has made.
const ATTEMPTS = `select a.key, coalesce(t.txid, v.reference) as id, o.ref from attempt a join payout p on p.id = a.payout_id
  left join orders o on o.id = p.order_id left join attempt_transfer t on t.attempt_id = a.id left join voucher v on v.attempt_id = a.id`;

/**
 * Every transfer that left the exchange's paying accounts by the sandbox's books, even if it is not completed. The order is the one of the signer's
 * attempt, which no forger may write.
 */
export async function readMadeTransfers(endpoints: Endpoints, owner: Client, leased: ReadonlySet<string>): Promise<MadeTransfer[]> {
  const { rows } = await owner.query<{ key: string; id: string | null; ref: string | null }>(ATTEMPTS);
  const refs = new Map(rows.flatMap(({ key, id, ref }) => [[key, ref] as const, ...(id === null ? [] : [[id, ref] as const])]));
  const books = await readSandboxBooks(endpoints);
  return Object.values(books).flatMap(({ ownAccounts, transfers }) => {
    const own = new Set([...payingAccountsOf(ownAccounts), ...(ownAccounts.payIn === null ? [] : [ownAccounts.payIn]), ...leased]);
    return transfers
      .filter(({ from, to, state }) => own.has(from) && !own.has(to) && state !== 'failed' && state !== 'reversed')
      .map(({ id, key, currency, to, amount }) => ({ id, ref: refs.get(key) ?? refs.get(id) ?? null, currency, payee: to, amount }));
  });
}
