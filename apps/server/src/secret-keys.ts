import { createSecretKey, type KeyObject } from 'node:crypto';

/** Keys of a list of secrets, of which configurations contain one at least. */
export function secretKeysOf(secrets: readonly string[]): readonly [KeyObject, ...KeyObject[]] {
  return secrets.map((secret) => createSecretKey(Buffer.from(secret))) as unknown as readonly [KeyObject, ...KeyObject[]];
}
