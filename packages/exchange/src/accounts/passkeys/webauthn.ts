import type { PasskeyAssertion, PasskeyAttestation } from '@quydoi/contract/passkeys';

/* What the library is asked for. It is loaded with the first passkey: it takes a sixth of a second, and most starts need none. */

/** COSE algorithms of passkeys, the first preferred: EdDSA, ES256, RS256. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

/** The site as authenticators know it: a passkey is for one host name, and signs for one origin. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** The relying party of a site's address. */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** A passkey as its authenticator made it. */
export interface MadePasskey {
  readonly id: string;
  /** COSE key, in base64url. */
  readonly publicKey: string;
  readonly signCount: number;
  /** Model of the authenticator (AAGUID); zeros where it does not say. */
  readonly model: string;
}

/** What was to be signed, and for whom. */
interface Expected {
  readonly challenge: string;
  readonly party: RelyingParty;
}

/** Verifies a passkey that was made for a challenge, after its user was verified. Who built the authenticator is not asked. @returns null when it is not right */
export async function verifyAttestation(credential: PasskeyAttestation, { challenge, party }: Expected): Promise<MadePasskey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  if (!(await isWithoutCertificate(credential))) return null;
  const verified = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { aaguid, credential: made } = verified.registrationInfo;
  // The library names it by what the authenticator signed.
  if (made.id !== credential.id) return null;
  return { id: made.id, publicKey: Buffer.from(made.publicKey).toString('base64url'), signCount: made.counter, model: aaguid };
}

/** Whether a passkey comes as it was asked for. Certificates of strangers are not parsed, and no address in them is called. */
async function isWithoutCertificate({ response }: PasskeyAttestation): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
    // Browsers leave the statement of authenticators that sign it with the new key itself.
    return decoded.get('fmt') === 'none' || (decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

/**
 * Verifies a passkey's signature over a challenge, made after its user was verified. Whether its count has grown is for the caller to compare.
 * @param publicKey COSE key, in base64url
 * @returns the count of signatures; null when it is not right
 */
export async function verifyAssertion(credential: PasskeyAssertion, publicKey: string, { challenge, party }: Expected): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id: credential.id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
  }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}
