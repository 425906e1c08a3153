import { createCipheriv, createDecipheriv, createHash, type KeyObject } from 'node:crypto';
import { type MacSecrets, macOf } from './keyed-mac.ts';

/** What texts are sealed for: each purpose has a key of its own, derived from the secret. */
type SealingPurpose = 'voucher sealing' | 'mail sealing' | 'two-factor sealing';

/** Seals texts so that no database login can read or make them. */
export interface Sealing {
  /** Seals a text for the record that it belongs to: `v1:keyId:nonce:ciphertext`, the last two in base64url. A copy in another record does not open. */
  seal(text: string, record: readonly string[], secrets: MacSecrets, random: (size: number) => Uint8Array): string;
  /** Opens a text; null when it was not sealed for this record under one of the secrets. */
  open(sealed: string, record: readonly string[], secrets: MacSecrets): string | null;
}

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';
/** Recommended for GCM (NIST SP 800-38D). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_CHARS = 8;

interface SealingKey {
  readonly id: string;
  readonly key: Buffer;
}

/** Creates the sealing of a purpose: AES-256-GCM under a key derived from a secret, whose public name stands in the sealed text. */
export function createSealing(purpose: SealingPurpose): Sealing {
  const keys = new WeakMap<KeyObject, SealingKey>();

  function keyOf(secret: KeyObject): SealingKey {
    const known = keys.get(secret);
    if (known) return known;
    const key = Buffer.from(macOf(purpose, [secret]), 'base64url');
    const made = { key, id: createHash('sha256').update(key).digest('base64url').slice(0, KEY_ID_CHARS) };
    keys.set(secret, made);
    return made;
  }

  return {
    seal(text, record, secrets, random) {
      const { id, key } = keyOf(secrets[0]);
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(record));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [VERSION, id, Buffer.from(nonce).toString('base64url'), sealed.toString('base64url')].join(':');
    },
    open(sealed, record, secrets) {
      const [version, id, nonce = '', text = ''] = sealed.split(':');
      const used = secrets.map(keyOf).find((one) => one.id === id);
      if (version !== VERSION || !used) return null;
      const bytes = Buffer.from(text, 'base64url');
      try {
        const decipher = createDecipheriv(CIPHER, used.key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES }).setAAD(boundTo(record));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch {
        // Not what was sealed: Node tells by throwing.
        return null;
      }
    },
  };
}

function boundTo(record: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(record));
}
