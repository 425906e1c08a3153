import * as erc20 from '../chain/erc20.ts';

/* TRC-20 calls. Addresses are `41…` in hex: TRON's version byte, then the 40 digits of the ABI address. */

/** An address as a parameter. */
export function addressWord(address: string): string {
  return erc20.addressWord(address.slice(2));
}

/** The parameters of `transfer`. @throws RangeError for an amount beyond uint256 */
export function transferParameters(to: string, amount: bigint): string {
  return erc20.transferParameters(to.slice(2), amount);
}

/** The data of a call of `transfer`. */
export function transferData(to: string, amount: bigint): string {
  return erc20.transferData(to.slice(2), amount);
}

/** Parses the data of a call of `transfer`. */
export function readTransferData(data: string): { readonly to: string; readonly amount: bigint } {
  const { to, amount } = erc20.readTransferData(data);
  return { to: `41${to}`, amount };
}
