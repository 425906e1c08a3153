import { isTradedCode, needsHolderName, TRADED_CODES, type TradedCode } from '@quydoi/domain/currencies';

/** Lookup types of wallets: the currencies whose holders' names are looked up. Every other type is a bank code. */
export const WALLET_LOOKUPS: readonly TradedCode[] = TRADED_CODES.filter(needsHolderName);

/** Whether a lookup type is a wallet currency rather than a bank code. */
export function isWalletLookup(type: string): type is TradedCode {
  return isTradedCode(type) && needsHolderName(type);
}
