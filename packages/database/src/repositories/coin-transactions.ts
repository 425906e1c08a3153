import type { PaymentState } from '@quydoi/domain/transfer/payment';
import type { WalletCoin } from '@quydoi/domain/wallet/wallet';
import type { WithdrawalState } from '@quydoi/domain/wallet/withdrawal';
import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

interface Transaction {
  readonly id: string;
  readonly currency: WalletCoin;
  readonly amount: bigint;
  readonly fee: bigint;
  /** The chain's reference of the transfer; null while there is none. */
  readonly reference: string | null;
  readonly from: string | null;
  readonly to: string;
  readonly version: number;
  readonly at: Date;
}

/** A deposit of a coin at its customer's own address, or a withdrawal of one. Amounts in minor units. */
export type CoinTransaction = Transaction &
  ({ readonly kind: 'deposit'; readonly state: PaymentState } | { readonly kind: 'withdrawal'; readonly state: WithdrawalState });

type Row = Omit<CoinTransaction, 'amount' | 'fee' | 'at'> & { readonly amount: string; readonly fee: string; readonly at: string | Date };

const TRANSACTIONS = `
  select p.id, 'deposit' as kind, w.currency, p.amount, 0::bigint as fee, p.reference, p.payer as "from", p.account as "to", p.state, p.version, p.paid_at as at
  from wallet_address w join payment p on p.account = w.address and p.network = w.network and p.unit = w.currency where w.customer_id = $1
  union all
  select w.id, 'withdrawal', w.currency, w.amount, w.fee, w.reference, null, w.destination, w.state, w.version, w.created_at
  from withdrawal w where w.customer_id = $1 and w.currency <> 'vnd'
  order by at desc, id desc limit $2 offset $3`;

/** A customer's deposits and withdrawals of coins, newest first. */
export async function readCoinTransactions(
  orm: Orm,
  customerId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<CoinTransaction[]> {
  const rows = await runPrepared<Row>(orm, 'coin transactions of customer', TRANSACTIONS, [customerId, limit, offset]);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), fee: BigInt(row.fee), at: new Date(row.at) }) as CoinTransaction);
}
