import { isMac, type MacSecrets, macOf } from '../keyed-mac.ts';

/** HMAC secrets of order keys: the first signs new keys, all verify. */
export type OrderKeySecrets = MacSecrets;

/** 128 bits: infeasible to guess. */
const KEY_BYTES = 16;
/** Length of a key in base64url. */
export const ORDER_KEY_CHARS = Math.ceil((KEY_BYTES * 8) / 6);

/** Derives an order's access key: an HMAC of its reference in base64url, so that keys need no storage. */
export function orderKeyOf(ref: string, secrets: OrderKeySecrets): string {
  return macOf(textOf(ref), secrets, KEY_BYTES);
}

/** Verifies an order's key in constant time against every secret. */
export function isOrderKey(key: string, ref: string, secrets: OrderKeySecrets): boolean {
  return isMac(key, textOf(ref), secrets, KEY_BYTES);
}

function textOf(ref: string): string {
  return `order ${ref}`;
}
