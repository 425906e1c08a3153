import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** HMAC secrets of order keys: the first signs new keys, all verify. `KeyObject`s, because raw secrets make an HMAC seven times slower. */
export type OrderKeySecrets = readonly [KeyObject, ...KeyObject[]];

/** 128 bits: infeasible to guess. */
const KEY_BYTES = 16;
/** Length of a key in base64url. */
export const ORDER_KEY_CHARS = Math.ceil((KEY_BYTES * 8) / 6);

/** Derives an order's access key: an HMAC of its reference in base64url, so that keys need no storage. */
export function orderKeyOf(ref: string, secrets: OrderKeySecrets): string {
  return macOf(ref, secrets[0]).toString('base64url');
}

/** Verifies an order's key in constant time against every secret. */
export function isOrderKey(key: string, ref: string, secrets: OrderKeySecrets): boolean {
  const given = Buffer.from(key, 'base64url');
  if (given.length !== KEY_BYTES) return false;
  return secrets.map((secret) => timingSafeEqual(given, macOf(ref, secret))).includes(true);
}

function macOf(ref: string, secret: KeyObject): Buffer {
  return createHmac('sha256', secret).update(`order ${ref}`).digest().subarray(0, KEY_BYTES);
}
