import { sha256 } from '@noble/hashes/sha2.js';
import { base58, createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

/** Longest text to decode, in characters: decoding takes quadratic time. */
const TEXT_LENGTH_MAX = 64;

/** Decodes Base58Check (version byte first). @returns `checksum` when only the checksum is wrong, null when the text is not Base58 */
export function decodeBase58Check(text: string): Uint8Array | 'checksum' | null {
  if (text.length === 0 || text.length > TEXT_LENGTH_MAX) return null;
  try {
    return base58check.decode(text);
  } catch {
    return isBase58(text) ? 'checksum' : null;
  }
}

function isBase58(text: string): boolean {
  try {
    base58.decode(text);
    return true;
  } catch {
    return false;
  }
}
