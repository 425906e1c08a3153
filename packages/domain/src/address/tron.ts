import { decodeBase58Check } from './base58.ts';
import { type AddressCheck, refuse } from './outcome.ts';

/** Version byte of addresses on TRON's main network. */
const VERSION = 0x41;
const BYTES = 21;

/** Validates a TRON address: `T` and 33 Base58 characters, Base58Check of 0x41 and 20 bytes. */
export function checkTron(text: string): AddressCheck {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return refuse('wrong-network', 'this is an Ethereum or BNB Smart Chain address');
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return refuse('malformed', 'T and 33 letters and digits');
  const bytes = decodeBase58Check(text);
  if (bytes === null) return refuse('malformed', 'T and 33 letters and digits');
  if (bytes === 'checksum') return refuse('checksum', 'a character of the address is wrong');
  if (bytes.length !== BYTES || bytes[0] !== VERSION) return refuse('wrong-network', 'not an address of TRON’s main network');
  if (isKeyless(bytes.subarray(1))) return refuse('malformed', 'no one holds the key of this address');
  return { address: text };
}

/** Whether the hash is zero or one of the small numbers used as burn addresses. */
function isKeyless(hash: Uint8Array): boolean {
  return hash.subarray(0, -1).every((byte) => byte === 0);
}
