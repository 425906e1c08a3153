import { createCipheriv, createDecipheriv, createHash, type KeyObject } from 'node:crypto';
import { readVoucherCode, readVoucherNumber, type VoucherText } from '@quydoi/domain/voucher';
import { type MacSecrets, macOf } from '../keyed-mac.ts';

/*
 * Number and code of a voucher as they are stored: AES-256-GCM under a secret that only the processes of web and signer have, bound to the record that
 * they belong to. A sealed text that is copied into another record does not open, and no database login can make one.
 */

/** Secrets of sealed vouchers, shared by web and signer: the first seals, all open. */
export type VoucherSecrets = MacSecrets;

/** What a sealed voucher belongs to: its purpose, then ids. */
export type SealedFor = readonly ['issued' | 'submitted', ...string[]];

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';
/** Recommended for GCM (NIST SP 800-38D). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_CHARS = 8;

/** Seals a voucher for a record: `v1:keyId:nonce:ciphertext`, the last two in base64url. */
export function sealVoucher(voucher: VoucherText, sealedFor: SealedFor, secrets: VoucherSecrets, random: (size: number) => Uint8Array): string {
  const { id, key } = keyOf(secrets[0]);
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(sealedFor));
  const text = Buffer.concat([cipher.update(`${voucher.number};${voucher.code}`, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, id, Buffer.from(nonce).toString('base64url'), text.toString('base64url')].join(':');
}

/** Opens a voucher; null when it was not sealed for this record under one of the secrets. */
export function openVoucher(sealed: string, sealedFor: SealedFor, secrets: VoucherSecrets): VoucherText | null {
  const [version, id, nonce = '', text = ''] = sealed.split(':');
  const used = secrets.map(keyOf).find((one) => one.id === id);
  if (version !== VERSION || !used) return null;
  const bytes = Buffer.from(text, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, used.key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES }).setAAD(boundTo(sealedFor));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
    const [number = '', code = ''] = plain.split(';');
    return readVoucherNumber(number) === number && readVoucherCode(code) === code ? { number, code } : null;
  } catch {
    // Not what was sealed: Node tells by throwing.
    return null;
  }
}

/** Keyed hashes of a voucher's number, to find it by: under the first secret for new rows, under all for a search. */
export function numberHashesOf(number: string, secrets: VoucherSecrets): [string, ...string[]] {
  const hashOf = (secret: KeyObject) => macOf(`voucher number ${number}`, [secret]);
  return [hashOf(secrets[0]), ...secrets.slice(1).map(hashOf)];
}

const keys = new WeakMap<KeyObject, { readonly id: string; readonly key: Buffer }>();

/** Key for the cipher and its public name, both derived from a secret. */
function keyOf(secret: KeyObject): { readonly id: string; readonly key: Buffer } {
  const known = keys.get(secret);
  if (known) return known;
  const key = Buffer.from(macOf('voucher sealing', [secret]), 'base64url');
  const made = { key, id: createHash('sha256').update(key).digest('base64url').slice(0, KEY_ID_CHARS) };
  keys.set(secret, made);
  return made;
}

function boundTo(sealedFor: SealedFor): Buffer {
  return Buffer.from(JSON.stringify(sealedFor));
}
