import { CURRENCIES, type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import { leasesAddresses } from '@quydoi/domain/networks';

/** Whether a currency is sent to addresses of a chain. */
export function isOnChain(code: CurrencyCode): boolean {
  return leasesAddresses(CURRENCIES[code].network);
}

/** Label of a currency's network as used by wallets: `Ethereum (ERC20)` for a token, `Ethereum` for the native coin. */
export function networkLabel(code: CurrencyCode): string {
  const [{ name }, short] = [networkOf(code), shortNetworkLabel(code)];
  return short === name ? name : `${name} (${short})`;
}

/** The shortest label that tells a currency's network from the others: `ERC20` for a token, `Ethereum` for the native coin. */
export function shortNetworkLabel(code: CurrencyCode): string {
  const { name, tokenStandard } = networkOf(code);
  return (CURRENCIES[code].contract && tokenStandard) ?? name;
}
