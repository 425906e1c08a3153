import { decodeBase58Check } from './base58.ts';
import type { AddressFamily } from './family.ts';
import { refuse } from './outcome.ts';

/** Length of a decoded address: the version byte and a hash. */
const BYTES = 21;

/** Addresses in Base58Check of a network's version byte and a hash of 20 bytes. */
export const BASE58CHECK: AddressFamily<'base58check'> = {
  check: (text, { version, pattern, hint }) => {
    if (!new RegExp(pattern).test(text)) return refuse('malformed', hint);
    const bytes = decodeBase58Check(text);
    if (bytes === null) return refuse('malformed', hint);
    if (bytes === 'checksum') return refuse('checksum', 'a character of the address is wrong');
    if (bytes.length !== BYTES || bytes[0] !== version) return refuse('wrong-network', 'not an address of the main network');
    if (isKeyless(bytes.subarray(1))) return refuse('malformed', 'no one holds the key of this address');
    return { address: text };
  },
  resembles: (text, { pattern }) => new RegExp(pattern).test(text),
};

/** Whether the hash is zero or one of the small numbers used as burn addresses. */
function isKeyless(hash: Uint8Array): boolean {
  return hash.subarray(0, -1).every((byte) => byte === 0);
}
