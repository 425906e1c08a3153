import { PASSKEY_NAME_LENGTH_MAX } from '@quydoi/domain/constants';
import { z } from 'zod';
import { moment } from './primitives.ts';

/* JSON forms of WebAuthn (W3C, level 3): binary values are in base64url, and fields that are not read here are left out. */

/** A credential id: 1023 bytes at most, in base64url. */
export const passkeyId = z.string().min(1).max(1_364);
const clientDataJSON = z.string().max(4_000);
const type = z.enum(['public-key']);
/** How a browser reaches an authenticator, as it says: `internal`, `hybrid`, `usb`. */
const transports = z.array(z.string().max(32)).max(8);
/** A passkey logs in without another factor, so its authenticator has to check who uses it (by fingerprint, face or PIN). */
const userVerification = z.enum(['required']);

/** What a browser is asked for to log in with any of its passkeys for this site (`PublicKeyCredentialRequestOptionsJSON`). */
const requestOptions = z.object({ challenge: z.string(), rpId: z.string(), timeout: z.number(), userVerification });

/** What a browser is asked for to make a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type })),
  timeout: z.number(),
  /** Those that the customer has: an authenticator makes no second one. */
  excludeCredentials: z.array(z.object({ id: z.string(), type, transports })),
  authenticatorSelection: z.object({ residentKey: z.enum(['required']), requireResidentKey: z.literal(true), userVerification }),
  attestation: z.enum(['none']),
});

/** A passkey's signature (`AuthenticationResponseJSON`). */
export const passkeyAssertion = z.object({
  id: passkeyId,
  rawId: passkeyId,
  type,
  response: z.object({
    clientDataJSON,
    authenticatorData: z.string().max(4_000),
    signature: z.string().max(2_000),
    userHandle: z.string().max(128),
  }),
});

/** A passkey that a browser has made (`RegistrationResponseJSON`). */
export const passkeyAttestation = z.object({
  id: passkeyId,
  rawId: passkeyId,
  type,
  response: z.object({ clientDataJSON, attestationObject: z.string().max(10_000), transports: transports.default([]) }),
});

/** What a login with a passkey begins with. `challenge` goes with the signature, before `expiresAt`, from the same device, and once. */
export const passkeyLoginView = z.object({ options: requestOptions, challenge: z.string(), expiresAt: moment });

/** A passkey to be made. `setUp` goes with it, before `expiresAt`, from the same session, and with no other one. */
export const passkeySetUpView = z.object({ options: creationOptions, setUp: z.string(), expiresAt: moment });

/** Name that a customer gives a passkey. */
export const passkeyName = z.string().trim().max(PASSKEY_NAME_LENGTH_MAX);

/** A passkey of the customer. */
export const passkeyView = z.object({
  id: z.string(),
  /** As the customer called it, or else by its authenticator or device. May be empty. */
  name: z.string(),
  createdAt: moment,
  /** The newest login with it; null if there was none. */
  usedAt: moment.nullable(),
});

/** The customer's passkeys, oldest first. */
export const passkeysView = z.object({ items: z.array(passkeyView) });

export type PasskeyAssertion = z.output<typeof passkeyAssertion>;
export type PasskeyAttestation = z.output<typeof passkeyAttestation>;
export type PasskeyLoginView = z.output<typeof passkeyLoginView>;
export type PasskeySetUpView = z.output<typeof passkeySetUpView>;
export type PasskeyView = z.output<typeof passkeyView>;
