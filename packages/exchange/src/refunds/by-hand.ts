import { AppError } from '@quydoi/contract/errors';
import { OverdrawnError } from '@quydoi/database/money-tx';
import type { ReserveCode } from '@quydoi/domain/currencies';
import type { AccountName } from '@quydoi/domain/ledger/accounts';
import { collectionOf } from '@quydoi/domain/order/refund-steps';

/**
 * Where an operator may have paid from: dong out of the bank that collects them, else out of the one that pays; all else out of the wallet
 * that pays. Deposits lie at addresses that only gathering moves them from.
 */
export function handAccountsOf(unit: ReserveCode): readonly AccountName[] {
  return unit === 'vnd' ? [collectionOf(unit), `rail:${unit}`] : [`rail:${unit}`];
}

/** Writes what leaves our accounts outside of our payouts: from the first of them that has so much. Error: RESERVE_BUSY when none has. */
export async function fromFirst<T>(accounts: readonly AccountName[], write: (account: AccountName) => Promise<T>): Promise<T> {
  for (const account of accounts) {
    try {
      return await write(account);
    } catch (error) {
      if (!(error instanceof OverdrawnError)) throw error;
    }
  }
  throw new AppError('RESERVE_BUSY');
}
