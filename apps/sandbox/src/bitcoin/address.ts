import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { checkBitcoin } from '@quydoi/domain/address/bitcoin';
import { Address, OutScript } from '@scure/btc-signer';

/** Prefixes of the main network, as people write addresses, and of regtest, as a node of it does. Scripts are the same. */
const MAIN = { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 };
const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
type Known = Parameters<ReturnType<typeof Address>['encode']>[0];

/** The output script, in hex, that pays to an address as people write it, or as a node does; null if it is none. */
export function scriptOf(text: string): string | null {
  for (const [network, prefixes] of [['mainnet', MAIN] as const, ['regtest', REGTEST] as const]) {
    const checked = checkBitcoin(text, network);
    if ('address' in checked) return bytesToHex(OutScript.encode(Address(prefixes).decode(checked.address)));
  }
  return null;
}

/** The address of an output script as people write it; null where there is none. */
export function addressOf(script: string): string | null {
  return encode(script, MAIN);
}

/** The address of an output script as a regtest node writes it; null where there is none. */
export function nodeAddressOf(script: string): string | null {
  return encode(script, REGTEST);
}

function encode(script: string, prefixes: typeof MAIN): string | null {
  try {
    return Address(prefixes).encode(OutScript.decode(hexToBytes(script)) as Known);
  } catch {
    return null;
  }
}
