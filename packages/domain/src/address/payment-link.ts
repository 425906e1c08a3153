import { CURRENCIES, type CurrencyCode, networkOf } from '../currencies.ts';
import { formatDecimal } from '../money.ts';

/**
 * Content of the QR code that wallets scan to pay an amount to an address: a payment link where the network's wallets understand one (BIP 21, EIP-681),
 * else the bare address. Tokens have the bare address, too: their links begin with the contract (EIP-681), and a wallet that reads only the first
 * address of a link would send the tokens to the contract, where they are lost.
 * @param amount in minor units; null leaves it to the payer
 */
export function paymentLink(code: CurrencyCode, address: string, amount: bigint | null): string {
  const { family } = networkOf(code).address;
  const {
    contract,
    scale,
    chainDecimals = scale,
  }: { readonly contract?: string; readonly scale: number; readonly chainDecimals?: number } = CURRENCIES[code];
  if (family === 'bitcoin') return `bitcoin:${address}${amount === null ? '' : `?amount=${formatDecimal(amount, scale)}`}`;
  if (family !== 'evm' || contract !== undefined) return address;
  const link = `ethereum:${address}@${networkOf(code).chainId}`;
  // In wei, written out: few wallets read exponents.
  return amount === null ? link : `${link}?value=${amount * 10n ** BigInt(chainDecimals - scale)}`;
}
