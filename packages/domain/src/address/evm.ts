import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AddressFamily } from './family.ts';
import { type AddressCheck, refuse } from './outcome.ts';

/** Highest reserved address: the zero address and precompiled contracts, which have no private key. */
const RESERVED_MAX = 0xffffn;

/** Well-known burn addresses, and the placeholder address of the chain's native coin. */
const KEYLESS = new Set([
  '000000000000000000000000000000000000dead',
  'dead000000000000000042069420694206942069',
  'deaddeaddeaddeaddeaddeaddeaddeaddeaddead',
  'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  'ffffffffffffffffffffffffffffffffffffffff',
]);

/** Ethereum's addresses, which other chains share: 40 hex digits, `0x` optional, normalized to their EIP-55 checksum form. */
export const EVM: AddressFamily<'evm'> = {
  check: checkEvm,
  // Without `0x` the digits may be anything else.
  resembles: (text) => /^0x[0-9a-fA-F]{40}$/.test(text),
};

/** Mixed case must match the checksum; all lower or all upper case carries no checksum and is accepted. */
function checkEvm(text: string): AddressCheck {
  const digits = /^(?:0x)?([0-9a-fA-F]{40})$/.exec(text)?.[1];
  if (digits === undefined) return refuse('malformed', '0x and 40 hex digits');
  const lower = digits.toLowerCase();
  const address = toChecksumAddress(lower);
  const oneCase = digits === lower || digits === digits.toUpperCase();
  if (!oneCase && address.slice(2) !== digits) return refuse('checksum', 'upper and lower case do not match the address');
  if (BigInt(`0x${lower}`) <= RESERVED_MAX || KEYLESS.has(lower)) return refuse('malformed', 'no one holds the key of this address');
  return { address };
}

/** Encodes 40 lower-case hex digits with their EIP-55 checksum: a letter is upper case where the hash of the digits has a nibble of 8 or more. */
export function toChecksumAddress(lower: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  const letters = Array.from(lower, (digit, index) => (Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit));
  return `0x${letters.join('')}`;
}
