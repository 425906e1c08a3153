import { AppError } from '@quydoi/contract/errors';
import { OverdrawnError } from '@quydoi/database/money-tx';
import { networkOfReserve, type ReserveCode } from '@quydoi/domain/currencies';
import { type AccountName, receivingAccountOf } from '@quydoi/domain/ledger/accounts';

/**
 * Accounts that a manual transfer may have been made from, in order of preference: the collecting account, then the paying one. Deposits at
 * leased addresses are excluded, since only sweeps move them; those at addresses of other networks are moved by operators alone
 * (`readStrandedDeposits`).
 */
export function manualTransferAccountsOf(unit: ReserveCode): readonly AccountName[] {
  const collecting = networkOfReserve(unit).attribution.by === 'memo' ? [receivingAccountOf(unit)] : [];
  return [...new Set<AccountName>([...collecting, `rail:${unit}`])];
}

/** Posts a manual transfer from the first account with sufficient balance. Error: RESERVE_BUSY when none has. */
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
