import { refusalOf } from '@quydoi/client/errors';
import type { PasskeyAttestation, PasskeyView } from '@quydoi/contract/passkeys';
import { disownPasskey } from './authenticator.ts';

/** Refusals after which a challenge is of no use: whatever the browser made for it is not taken. */
const ENDING: readonly string[] = ['CHALLENGE_INVALID', 'PASSKEY_INVALID', 'TOO_MANY_PASSKEYS'];

interface Passkeys {
  readonly items: PasskeyView[];
}

interface SendPasskeyParts {
  readonly credential: PasskeyAttestation;
  /** Id of the relying party for which the browser made it. */
  readonly rpId: string;
  /** Asks the server to add it. */
  readonly add: () => Promise<Passkeys>;
  /** Reads those that the server has. */
  readonly list: () => Promise<Passkeys>;
}

/** Whether what was made for a challenge is of no use, and the password has to be asked for again. */
export function isSetUpEnded(error: unknown): boolean {
  return ENDING.includes(refusalOf(error)?.code ?? '');
}

/**
 * Sends a passkey that the browser has made. Where the server refuses it for good, the browser forgets it: unless the server has it, because it was sent
 * before and the answer was lost.
 * @returns the customer's passkeys
 */
export async function sendPasskey({ credential, rpId, add, list }: SendPasskeyParts): Promise<Passkeys> {
  try {
    return await add();
  } catch (error) {
    if (!isSetUpEnded(error)) throw error;
    const known = await list();
    if (known.items.some(({ id }) => id === credential.id)) return known;
    disownPasskey(rpId, credential.id);
    throw error;
  }
}
