import { CURRENCIES, type CurrencyCode, networkOf } from '../currencies.ts';
import { formatDecimal } from '../money.ts';

/**
 * Content of the QR code that wallets scan to pay an amount to an address: a payment link where the network's wallets understand one (BIP 21, EIP-681),
 * else the bare address.
 * @param amount in minor units
 */
export function paymentLink(code: CurrencyCode, address: string, amount: bigint): string {
  const { family } = networkOf(code).address;
  if (family === 'bitcoin') return `bitcoin:${address}?amount=${formatDecimal(amount, CURRENCIES[code].scale)}`;
  return family === 'evm' ? ethereumLink(code, address, amount) : address;
}

/** A transfer of the chain's coin in wei, or a call of the token's `transfer` (EIP-681). Numbers are written out: few wallets read exponents. */
function ethereumLink(code: CurrencyCode, address: string, amount: bigint): string {
  const {
    contract,
    scale,
    chainDecimals = scale,
  }: { readonly contract?: string; readonly scale: number; readonly chainDecimals?: number } = CURRENCIES[code];
  const units = amount * 10n ** BigInt(chainDecimals - scale);
  const { chainId } = networkOf(code);
  return contract === undefined
    ? `ethereum:${address}@${chainId}?value=${units}`
    : `ethereum:${contract}@${chainId}/transfer?address=${address}&uint256=${units}`;
}
