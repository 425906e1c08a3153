import type { Client } from 'pg';
import { payingAccountsOf } from '../reconciliation/transfers.ts';
import type { Endpoints } from '../system/endpoints.ts';
import { readSandboxBooks } from '../system/sandbox-client.ts';
import { until } from '../until.ts';
import type { MadeTransfer } from './justify.ts';

// A voucher carries no key of ours: the signer stores which one an attempt has made.
const ATTEMPTS = `select a.key, coalesce(t.txid, v.reference) as id, o.ref from attempt a join payout p on p.id = a.payout_id
  left join orders o on o.id = p.order_id left join attempt_transfer t on t.attempt_id = a.id left join voucher v on v.attempt_id = a.id`;

/** For the signer to find and store a voucher whose answer it has not got yet. */
const STORED_MS_MAX = 60_000;
const LOOK_MS = 500;

/**
 * Every transfer that left the exchange's paying accounts by the sandbox's books, even if it is not completed. The order is the one of the signer's
 * attempt, which no forger may write. Waits a while for the signer to tell whose a voucher is.
 */
export async function readMadeTransfers(endpoints: Endpoints, owner: Client, leased: ReadonlySet<string>): Promise<MadeTransfer[]> {
  const read = () => readMade(endpoints, owner, leased);
  const areStored = async () => (await read()).every(({ ref, currency }) => ref !== null || currency !== 'e-voucher');
  // One that stays unknown is told as it is.
  await until('all vouchers to be stored', STORED_MS_MAX, areStored, LOOK_MS).catch(() => {});
  return read();
}

/** The books are read first: what they tell was written as an attempt before it was sent. */
async function readMade(endpoints: Endpoints, owner: Client, leased: ReadonlySet<string>): Promise<MadeTransfer[]> {
  const books = await readSandboxBooks(endpoints);
  const { rows } = await owner.query<{ key: string; id: string | null; ref: string | null }>(ATTEMPTS);
  const refs = new Map(rows.flatMap(({ key, id, ref }) => [[key, ref] as const, ...(id === null ? [] : [[id, ref] as const])]));
  return Object.values(books).flatMap(({ ownAccounts, transfers }) => {
    const own = new Set([...payingAccountsOf(ownAccounts), ...(ownAccounts.payIn === null ? [] : [ownAccounts.payIn]), ...leased]);
    return transfers
      .filter(({ from, to, state }) => own.has(from) && !own.has(to) && state !== 'failed' && state !== 'reversed')
      .map(({ id, key, currency, to, amount }) => ({ id, ref: refs.get(key) ?? refs.get(id) ?? null, currency, payee: to, amount }));
  });
}
