import { fromLittleEndian, md4Of, NUMBER_BYTES, type WinProKey } from './key-file.ts';

/** Bytes of padding behind the digest. */
export const PADDING_BYTES = 40;
const DIGEST_BYTES = 16;
/** Hex digits that stay together when a signature is written from last to first. */
const GROUP = /.{4}/g;

/**
 * Signs a text as WMSigner does: its MD4 and padding, with their length before them, as a little-endian number, raised to the exponent; the result's
 * hex in groups of four digits, from last to first.
 * @param padding 40 random bytes, so that equal texts have different signatures
 */
export function signText({ exponent, modulus }: WinProKey, text: string, padding: Uint8Array): string {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(DIGEST_BYTES + PADDING_BYTES);
  const message = fromLittleEndian(Buffer.concat([length, md4Of(Buffer.from(text, 'latin1')), padding]));
  const digits = power(message, exponent, modulus)
    .toString(16)
    .padStart(NUMBER_BYTES * 2, '0');
  return (digits.match(GROUP) ?? []).toReversed().join('');
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
