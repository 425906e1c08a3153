import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { IdentityPart } from '@quydoi/domain/customer/identity';
import { CompactEncrypt, compactDecrypt } from 'jose';

/** Encrypts pictures of identities to operators: what encrypts them cannot read them again. */
export interface IdentitySealer {
  /** A picture as JSON Web Encryption (RFC 7516, compact serialisation) to the operators' key, for one part of one customer. */
  seal(image: Uint8Array, customerId: string, part: IdentityPart): Promise<string>;
}

/** Reads pictures of identities. */
export interface IdentityOpener {
  /** The key that pictures are sealed to from now on, as {@link identityPublicKeyOf} gives it. */
  readonly publicKey: string;
  /** The picture; null when it is not of this customer and part, or for another key. */
  open(sealed: string, customerId: string, part: IdentityPart): Promise<Uint8Array | null>;
}

const AGREEMENT = 'ECDH-ES';
const CIPHER = 'A256GCM';
const SEED_BYTES = 32;
/** What stands before the seed in the DER of a private X25519 key (RFC 8410, section 7). */
const PKCS8_X25519 = Buffer.from('302e020100300506032b656e04220420', 'hex');
/** What stands before the key in the DER of a public X25519 key (RFC 8410, section 4). */
const SPKI_X25519 = Buffer.from('302a300506032b656e032100', 'hex');

/** Public key of a secret, in base64url: the web's setting `IDENTITY_RECIPIENT`. */
export function identityPublicKeyOf(secret: Uint8Array): string {
  return createPublicKey(privateKeyOf(secret)).export({ format: 'der', type: 'spki' }).subarray(SPKI_X25519.length).toString('base64url');
}

/** @param publicKey as {@link identityPublicKeyOf} gives it */
export function createIdentitySealer(publicKey: string): IdentitySealer {
  const key = createPublicKey({ format: 'der', type: 'spki', key: Buffer.concat([SPKI_X25519, Buffer.from(publicKey, 'base64url')]) });
  return {
    async seal(image, customerId, part) {
      const header = { alg: AGREEMENT, enc: CIPHER, customer: customerId, part };
      return new CompactEncrypt(image).setProtectedHeader(header).encrypt(key);
    },
  };
}

/** @param secrets the newest first; all of them open */
export function createIdentityOpener(secrets: readonly [Uint8Array, ...Uint8Array[]]): IdentityOpener {
  const keys = secrets.map(privateKeyOf);
  return {
    publicKey: identityPublicKeyOf(secrets[0]),
    async open(sealed, customerId, part) {
      for (const key of keys) {
        try {
          const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, {
            keyManagementAlgorithms: [AGREEMENT],
            contentEncryptionAlgorithms: [CIPHER],
          });
          return protectedHeader.customer === customerId && protectedHeader.part === part ? plaintext : null;
        } catch {
          // For another key, or not what was sealed: jose tells by throwing.
        }
      }
      return null;
    },
  };
}

function privateKeyOf(secret: Uint8Array): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'identity documents', SEED_BYTES));
  return createPrivateKey({ format: 'der', type: 'pkcs8', key: Buffer.concat([PKCS8_X25519, seed]) });
}
