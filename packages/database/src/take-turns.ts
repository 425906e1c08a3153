import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { MoneyTx } from './money-tx.ts';

/** Has those who handle reports of one transfer take turns, each until the end of its transaction: what it reads after this, nobody changes meanwhile. */
export async function takeTurns(tx: MoneyTx, { network, account, amount }: Pick<PaymentFact, 'network' | 'account' | 'amount'>): Promise<void> {
  await tx.run('take turns at a transfer', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${network} ${account} ${amount}`]);
}
