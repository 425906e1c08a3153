import { AppError } from '@quydoi/contract/errors';
import { OverdrawnError } from '@quydoi/database/money-tx';
import type { ReserveCode } from '@quydoi/domain/currencies';
import type { AccountName } from '@quydoi/domain/ledger/accounts';
import { collectionOf } from '@quydoi/domain/order/refund-steps';

/**
 * Writes what leaves our accounts outside of our payouts: from where money of this unit comes in, else from `otherwise` when that account does not
 * have so much any more. Error: RESERVE_BUSY when neither has.
 */
export async function fromWhereItCameIn<T>(unit: ReserveCode, otherwise: AccountName, write: (account: AccountName) => Promise<T>): Promise<T> {
  for (const account of [collectionOf(unit), otherwise]) {
    try {
      return await write(account);
    } catch (error) {
      if (!(error instanceof OverdrawnError)) throw error;
    }
  }
  throw new AppError('RESERVE_BUSY');
}
