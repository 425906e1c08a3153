import { type CurrencyCode, needsHolderName } from '@quydoi/domain/currencies';
import { type HolderName, useHolderName } from '../../../lib/use-holder-name.ts';

/**
 * Looks up the holder of the bank account or wallet that money of a currency comes from or goes back to. Idle for wallets whose holders have no names.
 * @param bank code of the account's bank; for wallets of no meaning
 * @param account number or address; null disables the lookup
 */
export function useHolderOf(from: CurrencyCode, bank: string | null, account: string | null): HolderName {
  const type = from === 'vnd' ? bank : needsHolderName(from) ? from : null;
  return useHolderName(type ?? '', type === null ? null : account);
}
