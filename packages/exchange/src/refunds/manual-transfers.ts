import { AppError } from '@quydoi/contract/errors';
import { OverdrawnError } from '@quydoi/database/money-tx';
import { networkOfReserve, type ReserveCode } from '@quydoi/domain/currencies';
import { type AccountName, receivingAccountOf } from '@quydoi/domain/ledger/accounts';

/**
 * Accounts that an operator may have paid from, in order: the collecting account, then the paying one. Deposits at leased addresses are moved
 * by sweeps only.
 */
export function manualTransferAccountsOf(unit: ReserveCode): readonly AccountName[] {
  const collecting = networkOfReserve(unit).attribution.by === 'memo' ? [receivingAccountOf(unit)] : [];
  return [...new Set<AccountName>([...collecting, `rail:${unit}`])];
}

/** Writes what leaves our accounts outside of our payouts: from the first of them that has so much. Error: RESERVE_BUSY when none has. */
export async function postFromFirstCovered<T>(accounts: readonly AccountName[], write: (account: AccountName) => Promise<T>): Promise<T> {
  for (const account of accounts) {
    try {
      return await write(account);
    } catch (error) {
      if (!(error instanceof OverdrawnError)) throw error;
    }
  }
  throw new AppError('RESERVE_BUSY');
}
