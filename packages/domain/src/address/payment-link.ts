import { CURRENCIES, type CurrencyCode, networkOf } from '../currencies.ts';
import { formatDecimal } from '../money.ts';

/**
 * Content of the QR code that wallets scan to pay an amount to an address: a payment link where the network's wallets understand one (BIP 21), else the
 * bare address.
 * @param amount in minor units
 */
export function paymentLink(code: CurrencyCode, address: string, amount: bigint): string {
  if (networkOf(code).address.family !== 'bitcoin') return address;
  return `bitcoin:${address}?amount=${formatDecimal(amount, CURRENCIES[code].scale)}`;
}
