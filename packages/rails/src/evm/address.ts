import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { toChecksumAddress } from '@quydoi/domain/address/evm';

/** The address of a public key, compressed or not, in its EIP-55 checksum form. */
export function addressOfPublicKey(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return toChecksumAddress(bytesToHex(keccak_256(point.subarray(1)).subarray(-20)));
}

/** The 40 lower-case hex digits of an address, as the ABI has them. */
export function digitsOf(address: string): string {
  return address.slice(2).toLowerCase();
}
