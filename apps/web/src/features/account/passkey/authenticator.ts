import type { PasskeyAssertion, PasskeyAttestation, PasskeyLoginView, PasskeySetUpView } from '@quydoi/contract/passkeys';
import { useSyncExternalStore } from 'react';
import { loadOnce } from '../../../lib/load-once.ts';

/** Why a browser gave no passkey: its dialog was closed, the authenticator has one already, it was not asked in time, or it cannot. */
export type PasskeyProblem = 'cancelled' | 'exists' | 'late' | 'unable';

/** The browser gave no passkey. */
export class PasskeyError extends Error {
  readonly problem: PasskeyProblem;

  constructor(problem: PasskeyProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Loads what speaks with the browser's authenticators. Fails with LoadError. */
export const loadPasskeyLibrary = loadOnce(() => import('@simplewebauthn/browser'));

/** Whether the browser knows passkeys. Pages are written by the server as if it did: nearly all do. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(neverChanges, hasPasskeys, () => true);
}

const neverChanges = () => () => {};

function hasPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/** Makes a passkey: the browser asks for a fingerprint, face or PIN. @throws PasskeyError, LoadError */
export async function createPasskey(options: PasskeySetUpView['options']): Promise<PasskeyAttestation> {
  const { startRegistration } = await loadPasskeyLibrary();
  const { id, rawId, response } = await startRegistration({
    optionsJSON: {
      ...options,
      excludeCredentials: options.excludeCredentials.map(({ transports, ...known }) => ({
        ...known,
        transports: transports as AuthenticatorTransport[],
      })),
    },
  }).catch(toPasskeyError);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } };
}

/** The part of WebAuthn (level 3) by which browsers are told of passkeys that a site does not know. */
interface SignallingCredential {
  signalUnknownCredential?(options: { readonly rpId: string; readonly credentialId: string }): Promise<void>;
}

/** Has the browser offer a passkey no more that it has just made and the server does not know. Browsers that cannot be told keep it. */
export function disownPasskey(rpId: string, credentialId: string): void {
  const { PublicKeyCredential: credential } = globalThis as { readonly PublicKeyCredential?: SignallingCredential };
  void credential?.signalUnknownCredential?.({ rpId, credentialId }).catch(() => {});
}

/** Signs with a passkey that the customer chooses. @throws PasskeyError, LoadError */
export async function signWithPasskey(options: PasskeyLoginView['options']): Promise<PasskeyAssertion> {
  const { startAuthentication } = await loadPasskeyLibrary();
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options }).catch(toPasskeyError);
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

/** Errors by their names in WebAuthn, which the library keeps. A dialog that was closed and one that took too long are one. */
const PROBLEMS: Readonly<Record<string, PasskeyProblem>> = { NotAllowedError: 'cancelled', AbortError: 'cancelled', InvalidStateError: 'exists' };

function toPasskeyError(error: unknown): never {
  throw new PasskeyError(PROBLEMS[error instanceof Error ? error.name : ''] ?? 'unable', error);
}
