import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The secrets that order keys are made with: the first makes new ones, all open orders. Key objects, because a raw secret costs seven times the time. */
export type OrderKeySecrets = readonly [KeyObject, ...KeyObject[]];

/** 128 bits are enough that nobody guesses a key. */
const KEY_BYTES = 16;
/** Length of a key in base64url. */
export const ORDER_KEY_CHARS = Math.ceil((KEY_BYTES * 8) / 6);

/** The key of an order's link: an HMAC of its reference, so it never has to be stored. In base64url. */
export function orderKeyOf(ref: string, secrets: OrderKeySecrets): string {
  return macOf(ref, secrets[0]).toString('base64url');
}

/** Whether a key opens an order; in constant time, with any live secret. */
export function isOrderKey(key: string, ref: string, secrets: OrderKeySecrets): boolean {
  const given = Buffer.from(key, 'base64url');
  if (given.length !== KEY_BYTES) return false;
  return secrets.map((secret) => timingSafeEqual(given, macOf(ref, secret))).includes(true);
}

function macOf(ref: string, secret: KeyObject): Buffer {
  return createHmac('sha256', secret).update(`order ${ref}`).digest().subarray(0, KEY_BYTES);
}
