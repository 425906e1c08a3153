import { NETWORKS } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { MoneyTx } from './money-tx.ts';

type Transfer = Pick<PaymentFact, 'network' | 'account' | 'amount'>;

/**
 * Serializes transactions that handle reports of the same transfer: acquires an advisory lock (`transferLock`), held until the end of the transaction.
 * Rows read afterwards include everything that earlier holders committed.
 */
export async function lockTransfer(tx: MoneyTx, transfer: Transfer): Promise<void> {
  await tx.run('lock transfer', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [transferLock(transfer)]);
}

/**
 * What an advisory lock of a transfer is named by: what all its reports have alike. Where references repeat, at banks, those of one transfer may tell
 * different accounts: a virtual one, or the one behind it.
 */
export function transferLock({ network, account, amount }: Transfer): string {
  return NETWORKS[network].repeatsReferences ? `${network} ${amount}` : `${network} ${account} ${amount}`;
}
