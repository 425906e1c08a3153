import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Secrets of a kind of code: the first makes codes, all verify. `KeyObject`s, because raw secrets make an HMAC seven times slower. */
export type MacSecrets = readonly [KeyObject, ...KeyObject[]];

/** Length of a whole HMAC-SHA-256. */
const MAC_BYTES = 32;

/** HMAC-SHA-256 of a text in base64url. @param bytes its length, counted from the start */
export function macOf(text: string, secrets: MacSecrets, bytes = MAC_BYTES): string {
  return bytesOf(text, secrets[0], bytes).toString('base64url');
}

/** The HMACs of a text under each secret, the newest first: what is compared elsewhere, where the secrets are not, may have been made with any. */
export function macsOf(text: string, [newest, ...others]: MacSecrets): readonly [string, ...string[]] {
  return [macOf(text, [newest]), ...others.map((secret) => macOf(text, [secret]))];
}

/** Verifies the HMAC of a text in constant time against every secret. @param bytes its length, as it was made */
export function isMac(mac: string, text: string, secrets: MacSecrets, bytes = MAC_BYTES): boolean {
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== bytes) return false;
  return secrets.map((secret) => timingSafeEqual(given, bytesOf(text, secret, bytes))).includes(true);
}

function bytesOf(text: string, secret: KeyObject, bytes: number): Buffer {
  return createHmac('sha256', secret).update(text).digest().subarray(0, bytes);
}
