import md4 from 'js-md4';

const PUBLIC_EXPONENT = 65_537n;
const SIGNATURE = /^[0-9a-f]{132}$/;
/** Length of digest and padding, which the signed number begins with, and of the digest. */
const MESSAGE_LENGTH = 56;
const DIGEST_BYTES = 16;

/** Whether a WMSigner signature is one of this text, by the key with this modulus. */
export function isSignatureOf(text: string, signature: string, modulus: bigint): boolean {
  if (!SIGNATURE.test(signature)) return false;
  const digits = (signature.match(/.{4}/g) ?? []).toReversed().join('');
  const opened = power(BigInt(`0x${digits}`), PUBLIC_EXPONENT, modulus)
    .toString(16)
    .padStart(132, '0');
  // Little-endian: length, digest, padding.
  const message = Buffer.from(opened, 'hex').reverse();
  return message.readUInt16LE(0) === MESSAGE_LENGTH && message.subarray(2, 2 + DIGEST_BYTES).equals(Buffer.from(md4.arrayBuffer(text)));
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
