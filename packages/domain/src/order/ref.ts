import { REF_SEARCH_LENGTH_MAX } from '../constants.ts';
import { InvariantError } from '../invariant.ts';

/** The 32 characters of order references and customer ids; without the easily confused 0, 1, I, O. */
export const REF_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Characters of an order reference: 50 bits. */
export const REF_LENGTH = 10;

/** Random bytes needed for one reference. */
export const REF_BYTES = 7;

const BITS_PER_CHARACTER = 5;
const REF_PATTERN = new RegExp(`^[${REF_ALPHABET}]{${REF_LENGTH}}$`);

/**
 * Encodes the first 50 bits of random bytes as a reference, five bits per character, so that all references are equally likely.
 * @throws InvariantError for fewer than `REF_BYTES` bytes
 */
export function refFromBytes(bytes: Uint8Array): string {
  if (bytes.length < REF_BYTES) throw new InvariantError('a reference takes seven random bytes');
  return encodeBase32(bytes.subarray(0, REF_BYTES), REF_LENGTH);
}

/** The first bits of bytes in {@link REF_ALPHABET}, five per character. @param length in characters, of which the bytes have the bits */
export function encodeBase32(bytes: Uint8Array, length: number): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  const unused = BigInt(bytes.length * 8 - length * BITS_PER_CHARACTER);
  return Array.from({ length }, (_, index) => {
    const shift = unused + BigInt((length - 1 - index) * BITS_PER_CHARACTER);
    return REF_ALPHABET.charAt(Number((bits >> shift) & 31n));
  }).join('');
}

/** Whether a text is an order reference in canonical form. */
export function isRef(text: string): boolean {
  return REF_PATTERN.test(text);
}

/** Normalizes a typed reference, ignoring case, dashes and spaces. @returns null when the text is not an order reference */
export function normalizeRef(text: string): string | null {
  if (text.length > REF_SEARCH_LENGTH_MAX) return null;
  const ref = text.replace(/[\s-]/g, '').toUpperCase();
  return isRef(ref) ? ref : null;
}
