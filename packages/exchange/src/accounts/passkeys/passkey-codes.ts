import type { StoredPasskey } from '@quydoi/database/repositories/passkeys';
import { isMac, type MacSecrets, macOf, macsOf } from '../../keyed-mac.ts';

type Key = Pick<StoredPasskey, 'id' | 'customerId' | 'publicKey'>;

/** 128 bits. */
const CODE_BYTES = 16;

/** Code of a passkey's row: the web's database login alone adds no key of a thief's to a customer, and gives no passkey to another one. */
export function passkeyCodeOf(key: Key, secrets: MacSecrets): string {
  return macOf(textOf(key), secrets, CODE_BYTES);
}

/** Whether the process has written the row of a passkey. */
export function isGenuinePasskey(passkey: StoredPasskey, secrets: MacSecrets): boolean {
  return isMac(passkey.code, textOf(passkey), secrets, CODE_BYTES);
}

/**
 * Codes that remove a passkey: the database compares their hashes, and lets nobody remove it without.
 * @returns one under each of the process's secrets, the newest first
 */
export function passkeyRemovalCodesOf(customerId: string, id: string, secrets: MacSecrets): readonly [string, ...string[]] {
  return macsOf(`passkey removal ${customerId} ${id}`, secrets);
}

/** Handle by which authenticators know a customer (`user.id` of WebAuthn), in base64url. It tells nobody whose it is. */
export function userHandleOf(customerId: string, secrets: MacSecrets): string {
  return macOf(handleText(customerId), secrets);
}

/** Whether a handle is a customer's. */
export function isUserHandle(handle: string, customerId: string, secrets: MacSecrets): boolean {
  return isMac(handle, handleText(customerId), secrets);
}

function textOf({ customerId, id, publicKey }: Key): string {
  return `passkey ${customerId} ${id} ${publicKey}`;
}

function handleText(customerId: string): string {
  return `passkey user ${customerId}`;
}
