import { CURRENCIES, type CurrencyCode, isUsdt } from '@quydoi/domain/currencies';

/** Name of a currency, without the network of USDT: all its networks count as one. */
export function currencyBrand(code: CurrencyCode): string {
  return isUsdt(code) ? 'USDT' : CURRENCIES[code].name;
}
