import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { type BitcoinNetwork, checkBitcoin } from '@quydoi/domain/address/bitcoin';
import { Address, OutScript, p2wpkh } from '@scure/btc-signer';
import type { BTC_NETWORK } from '@scure/btc-signer/utils.js';
import type { BitcoinChain } from './chains.ts';

/** Prefixes of addresses, in the library's form. */
const PREFIXES: Readonly<Record<BitcoinNetwork, BTC_NETWORK>> = {
  mainnet: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
  testnet: { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  regtest: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
};
/** Script types whose addresses we pay to. */
const ADDRESSED = ['pkh', 'sh', 'wpkh', 'wsh', 'tr'] as const;

/** The SegWit address (P2WPKH, BIP 173) of a compressed public key. @throws Error when the key has none */
export function addressOfPublicKey({ addresses }: BitcoinChain, publicKey: Uint8Array): string {
  const { address } = p2wpkh(publicKey, PREFIXES[addresses]);
  if (address === undefined) throw new Error('the public key has no address');
  return address;
}

/** The output script, in hex, that pays to an address; null for text that is not such an address. */
export function scriptOf({ addresses }: BitcoinChain, text: string): string | null {
  const checked = checkBitcoin(text, addresses);
  if (!('address' in checked)) return null;
  return bytesToHex(OutScript.encode(Address(PREFIXES[addresses]).decode(checked.address)));
}

/** The address that an output script pays to; null if it has none. Never throws: scripts on the chain are untrusted input. */
export function addressOfScript({ addresses }: BitcoinChain, script: string): string | null {
  try {
    const decoded = OutScript.decode(hexToBytes(script));
    const found = ADDRESSED.some((kind) => kind === decoded.type)
      ? Address(PREFIXES[addresses]).encode(decoded as Parameters<AddressEncoder>[0])
      : null;
    // Only the canonical script of an address pays to it.
    return found !== null && bytesToHex(OutScript.encode(decoded)) === script ? found : null;
  } catch {
    return null;
  }
}

type AddressEncoder = ReturnType<typeof Address>['encode'];
