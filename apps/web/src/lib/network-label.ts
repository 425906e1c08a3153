import { CURRENCIES, type CurrencyCode, networkOf } from '@quydoi/domain/currencies';

/** Label of a currency's network as used by wallets: `Ethereum (ERC20)` for a token, `Ethereum` for the native coin. */
export function networkLabel(code: CurrencyCode): string {
  const { name } = networkOf(code);
  const standard = tokenStandardOf(code);
  return standard === null ? name : `${name} (${standard})`;
}

/** Token standard of a currency; null for native coins and currencies that are not on a chain. */
export function tokenStandardOf(code: CurrencyCode): string | null {
  return CURRENCIES[code].contract === undefined ? null : (networkOf(code).tokenStandard ?? null);
}
