import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign, type webcrypto } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation, PasskeyLoginView, PasskeySetUpView } from '@quydoi/contract/passkeys';

/** An authenticator and its browser, in software: makes passkeys and signs with them, as WebAuthn says, or wrongly on request. */
export interface Authenticator {
  /** Makes a passkey, and keeps it. */
  create(options: PasskeySetUpView['options'], faults?: Faults): PasskeyAttestation;
  /** Signs with the newest passkey, or the one with an id. */
  get(options: PasskeyLoginView['options'], faults?: Faults & { readonly id?: string }): PasskeyAssertion;
  /** A copy of it, with its keys and its count of signatures. */
  copy(): Authenticator;
}

/** What an answer has otherwise than asked for. */
interface Faults {
  readonly challenge?: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly isUserVerified?: boolean;
  readonly isUserPresent?: boolean;
  /** Kind of the client's data: `webauthn.get`, `webauthn.create`. */
  readonly type?: string;
  readonly userHandle?: string;
  readonly signCount?: number;
  /** Format and statement of the attestation, in CBOR; `self`: the new key signs it. */
  readonly attestation?: 'self' | { readonly format: string; readonly statement: Buffer };
}

interface Key {
  readonly id: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  readonly algorithm: keyof typeof ALGORITHMS;
  signCount: number;
}

interface AuthenticatorOptions {
  /** Origin of the page that asks. */
  readonly origin: string;
  readonly algorithm?: keyof typeof ALGORITHMS;
  /** Whether it counts signatures; those that copy passkeys between devices do not. */
  readonly isCounting?: boolean;
}

/** COSE algorithms, with their keys in COSE (RFC 9053) and their digest; null where the algorithm has its own. */
const ALGORITHMS = {
  ES256: {
    digest: 'sha256',
    generate: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    coseKey: (jwk: webcrypto.JsonWebKey) => map([1, 2], [3, -7], [-1, 1], [-2, bytesIn(jwk.x)], [-3, bytesIn(jwk.y)]),
  },
  EdDSA: {
    digest: null,
    generate: () => generateKeyPairSync('ed25519'),
    coseKey: (jwk: webcrypto.JsonWebKey) => map([1, 1], [3, -8], [-1, 6], [-2, bytesIn(jwk.x)]),
  },
  RS256: {
    digest: 'sha256',
    generate: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    coseKey: (jwk: webcrypto.JsonWebKey) => map([1, 3], [3, -257], [-1, bytesIn(jwk.n)], [-2, bytesIn(jwk.e)]),
  },
} as const;

const MODEL = Buffer.alloc(16);
const FLAGS = { userPresent: 1, userVerified: 4, hasKey: 64 } as const;

/** Creates an authenticator without passkeys. */
export function createAuthenticator(options: AuthenticatorOptions, keys: readonly Key[] = []): Authenticator {
  const { origin, algorithm = 'ES256', isCounting = true } = options;
  const own = keys.map((key) => ({ ...key }));

  function clientData(type: string, challenge: string, faults: Faults): Buffer {
    return Buffer.from(JSON.stringify({ type: faults.type ?? type, challenge: faults.challenge ?? challenge, origin: faults.origin ?? origin }));
  }

  function authenticatorData(rpId: string, signCount: number, faults: Faults, keyData: Buffer | null = null): Buffer {
    const { isUserVerified = true, isUserPresent = true } = faults;
    const flags = (isUserPresent ? FLAGS.userPresent : 0) + (isUserVerified ? FLAGS.userVerified : 0) + (keyData ? FLAGS.hasKey : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.signCount ?? signCount);
    return Buffer.concat([sha256(Buffer.from(faults.rpId ?? rpId)), Buffer.from([flags]), count, keyData ?? Buffer.alloc(0)]);
  }

  return {
    create({ challenge, rp, user }, faults = {}) {
      const { privateKey, publicKey } = ALGORITHMS[algorithm].generate();
      const id = randomBytes(32);
      const key: Key = { id: id.toString('base64url'), userHandle: user.id, privateKey, algorithm, signCount: isCounting ? 1 : 0 };
      own.push(key);
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(id.length);
      const coseKey = ALGORITHMS[algorithm].coseKey(publicKey.export({ format: 'jwk' }));
      const keyData = Buffer.concat([MODEL, idLength, id, coseKey]);
      const data = authenticatorData(rp.id, key.signCount, faults, keyData);
      const client = clientData('webauthn.create', challenge, faults);
      const { format, statement } =
        faults.attestation === 'self'
          ? { format: 'packed', statement: map(['alg', -7], ['sig', bytes(signed(key, data, client))]) }
          : (faults.attestation ?? { format: 'none', statement: map() });
      const attestationObject = map(['fmt', format], ['attStmt', statement], ['authData', bytes(data)]);
      return {
        ...idsOf(key),
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get({ challenge, rpId }, faults = {}) {
      const key = own.findLast(({ id }) => faults.id === undefined || id === faults.id);
      if (key === undefined) throw new Error('no such passkey');
      if (isCounting) key.signCount += 1;
      const data = authenticatorData(rpId, key.signCount, faults);
      const client = clientData('webauthn.get', challenge, faults);
      return {
        ...idsOf(key),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signed(key, data, client).toString('base64url'),
          userHandle: faults.userHandle ?? key.userHandle,
        },
      };
    },
    copy: () => createAuthenticator(options, own),
  };
}

function signed({ algorithm, privateKey }: Key, data: Buffer, client: Buffer): Buffer {
  return sign(ALGORITHMS[algorithm].digest, Buffer.concat([data, sha256(client)]), privateKey);
}

function idsOf({ id }: Key) {
  return { id, rawId: id, type: 'public-key' } as const;
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/* CBOR (RFC 8949), as much of it as there is in a passkey. */

type Item = string | number | Buffer;

/** An encoded map. Values in buffers are encoded already. */
function map(...entries: readonly (readonly [string | number, Item])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat().map((item) => (Buffer.isBuffer(item) ? item : scalar(item)))]);
}

function scalar(value: string | number): Buffer {
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function bytesIn(base64url: string | undefined): Buffer {
  return bytes(Buffer.from(base64url ?? '', 'base64url'));
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) + value]);
  if (value < 256) return Buffer.from([(major << 5) + 24, value]);
  return Buffer.from([(major << 5) + 25, value >> 8, value & 255]);
}
