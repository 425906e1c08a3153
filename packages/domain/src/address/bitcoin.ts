import { bech32, bech32m } from '@scure/base';
import { decodeBase58Check } from './base58.ts';
import type { AddressFamily } from './family.ts';
import { type AddressCheck, refuse } from './outcome.ts';

/** A Bitcoin network. */
export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest';

/** Addresses of Bitcoin's main network. */
export const BITCOIN: AddressFamily<'bitcoin'> = {
  check: (text) => checkBitcoin(text, 'mainnet'),
  resembles: (text) => /^bc1[02-9ac-hj-np-z]{6,87}$/i.test(text) || /^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text),
};

/** Address encodings by network: SegWit prefix, version bytes of P2PKH and P2SH addresses. */
const NETWORKS: Record<BitcoinNetwork, { readonly prefix: string; readonly keyHash: number; readonly scriptHash: number }> = {
  mainnet: { prefix: 'bc', keyHash: 0x00, scriptHash: 0x05 },
  testnet: { prefix: 'tb', keyHash: 0x6f, scriptHash: 0xc4 },
  regtest: { prefix: 'bcrt', keyHash: 0x6f, scriptHash: 0xc4 },
};

/** Well-known burn addresses. All-zero hashes and programs are checked separately. */
const KEYLESS = new Set(['1BitcoinEaterAddressDontSendf59kuE', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr']);

/** Longest address, in characters (BIP 173). */
const TEXT_LENGTH_MAX = 90;
const HASH_BYTES = 20;

/** Validates a Bitcoin address of one network: P2PKH, P2SH, SegWit version 0 (BIP 173) or Taproot (BIP 341, 350); other kinds are rejected. */
export function checkBitcoin(text: string, network: BitcoinNetwork): AddressCheck {
  if (text.length > TEXT_LENGTH_MAX) return refuse('malformed', 'too long for a Bitcoin address');
  return /^(?:bc|tb|bcrt)1/i.test(text) ? checkWitness(text, network) : checkBase58(text, network);
}

function checkBase58(text: string, network: BitcoinNetwork): AddressCheck {
  const bytes = decodeBase58Check(text);
  if (bytes === 'checksum') return refuse('checksum', 'a character of the address is wrong');
  if (bytes === null || bytes.length !== HASH_BYTES + 1) return refuse('malformed', 'not a Bitcoin address');
  const { keyHash, scriptHash } = NETWORKS[network];
  if (bytes[0] !== keyHash && bytes[0] !== scriptHash) return refuse('wrong-network', `not an address of Bitcoin’s ${network}`);
  if (KEYLESS.has(text) || isZero(bytes.subarray(1))) return refuse('malformed', 'no one holds the key of this address');
  return { address: text };
}

function checkWitness(text: string, network: BitcoinNetwork): AddressCheck {
  const asVersion0 = bech32.decodeUnsafe(text);
  const decoded = asVersion0 ?? bech32m.decodeUnsafe(text);
  if (!decoded) return refuse('checksum', 'a character of the address is wrong');
  const [version, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  const lengths = asVersion0 ? [HASH_BYTES, 32] : [32];
  if (version !== (asVersion0 ? 0 : 1) || !program || !lengths.includes(program.length)) {
    return refuse('malformed', 'a kind of Bitcoin address that we do not pay to');
  }
  if (decoded.prefix !== NETWORKS[network].prefix) return refuse('wrong-network', `not an address of Bitcoin’s ${network}`);
  if (isZero(program)) return refuse('malformed', 'no one holds the key of this address');
  return { address: text.toLowerCase() };
}

function isZero(bytes: ArrayLike<number>): boolean {
  return Array.from(bytes).every((byte) => byte === 0);
}
