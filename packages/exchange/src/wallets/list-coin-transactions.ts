import type { Caller } from '@quydoi/contract/caller';
import type { CoinTransactionsView, CoinTransactionView } from '@quydoi/contract/wallet';
import { type CoinTransaction, readCoinTransactions } from '@quydoi/database/repositories/coin-transactions';
import type { PaymentState } from '@quydoi/domain/transfer/payment';
import type { WithdrawalState } from '@quydoi/domain/wallet/withdrawal';
import { sessionOf } from '../accounts/account-deps.ts';
import type { Ctx } from '../context.ts';

type ShownState = CoinTransactionView['state'];

const DEPOSITS: Readonly<Record<PaymentState, ShownState>> = {
  unconfirmed: 'confirming',
  dropped: 'failed',
  unmatched: 'processing',
  case: 'processing',
  matched: 'done',
  returned: 'failed',
  forged: 'failed',
};

const WITHDRAWALS: Readonly<Record<WithdrawalState, ShownState>> = {
  requested: 'processing',
  sending: 'processing',
  error: 'processing',
  done: 'done',
  refused: 'failed',
  failed: 'failed',
};

/** The customer's deposits and withdrawals of coins, newest first. Error: REQUIRED_LOGIN. */
export async function listCoinTransactions(
  ctx: Ctx,
  caller: Caller,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<CoinTransactionsView> {
  const items = await readCoinTransactions(ctx.orm, sessionOf(caller).customerId, { offset, limit });
  return { items: items.map(viewOf), offset, limit };
}

function viewOf(transaction: CoinTransaction): CoinTransactionView {
  const { kind, state, reference, ...shown } = transaction;
  return {
    ...shown,
    kind,
    state: transaction.kind === 'deposit' ? DEPOSITS[transaction.state] : WITHDRAWALS[transaction.state],
    // Outputs of a transaction are told apart behind its id.
    hash: reference?.split(':')[0] ?? null,
  };
}
