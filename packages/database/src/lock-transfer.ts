import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { MoneyTx } from './money-tx.ts';

/**
 * Serializes transactions that handle reports of the same transfer: acquires an advisory lock on its network, account and amount, held until the end
 * of the transaction. Rows read afterwards include everything that earlier holders committed.
 */
export async function lockTransfer(tx: MoneyTx, { network, account, amount }: Pick<PaymentFact, 'network' | 'account' | 'amount'>): Promise<void> {
  await tx.run('lock transfer', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${network} ${account} ${amount}`]);
}
