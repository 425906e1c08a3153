import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { checkAddress } from '@quydoi/domain/address/check';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

/** The USDT contract, `41…` in hex. */
export const USDT = bytesToHex(base58check.decode(CURRENCIES.trc20.contract));

/** Base58 form of 42 hex digits. */
export function base58Of(hex: string): string {
  return base58check.encode(hexToBytes(hex));
}

/** Hex form of a valid base58 address; null if it is invalid. */
export function hexOf(address: string): string | null {
  return 'address' in checkAddress('tron', address) ? bytesToHex(base58check.decode(address)) : null;
}

/** Recovers the signer of a signature `r ‖ s ‖ v`, `41…` in hex; null if it is invalid. */
export function signerOf(id: Uint8Array, signature: string): string | null {
  if (!/^[0-9a-f]{130}$/i.test(signature)) return null;
  const bytes = hexToBytes(signature);
  const v = bytes[64] ?? 0;
  try {
    const recovered = Uint8Array.of(v >= 27 ? v - 27 : v, ...bytes.subarray(0, 64));
    const point = secp256k1.Point.fromBytes(secp256k1.recoverPublicKey(recovered, id, { prehash: false })).toBytes(false);
    return `41${bytesToHex(keccak_256(point.subarray(1)).subarray(-20))}`;
  } catch {
    return null;
  }
}
