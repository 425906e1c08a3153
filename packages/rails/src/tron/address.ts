import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { checkAddress } from '@quydoi/domain/address/check';
import { createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

/** First byte of every address on TRON's main network, in hex. */
const VERSION = '41';

/** The base58 form of an address of 20 bytes, given as 40 hex digits without TRON's version byte. */
export function base58Of(hash: string): string {
  return base58check.encode(hexToBytes(`${VERSION}${hash}`));
}

/** The 42 hex digits of a base58 address, `41…`, as nodes read and write it; null when it is none of the main network. */
export function hexOf(address: string): string | null {
  if (!('address' in checkAddress('tron', address))) return null;
  return bytesToHex(base58check.decode(address));
}

/** The address of a public key, compressed or not. */
export function addressOfPublicKey(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return base58Of(bytesToHex(keccak_256(point.subarray(1)).subarray(-20)));
}
