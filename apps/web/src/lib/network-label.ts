import { CURRENCIES, type CurrencyCode, networkOf } from '@quydoi/domain/currencies';

/** A currency's network as wallets name it: `TRON (TRC20)` for a token, `Ethereum` for the network's own coin. */
export function networkLabel(code: CurrencyCode): string {
  const { name } = networkOf(code);
  const standard = tokenStandardOf(code);
  return standard === null ? name : `${name} (${standard})`;
}

/** The token standard that a currency follows; null for a network's own coin and where there is no chain. */
export function tokenStandardOf(code: CurrencyCode): string | null {
  return CURRENCIES[code].contract === undefined ? null : (networkOf(code).tokenStandard ?? null);
}
