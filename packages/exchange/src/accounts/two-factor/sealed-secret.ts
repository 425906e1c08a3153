import { type MacSecrets, macsOf } from '../../keyed-mac.ts';
import { createSealing } from '../../sealed-text.ts';

const SEALING = createSealing('two-factor sealing');

/** Seals the secret of a customer's authenticator app: neither a dump of the database nor a login to it gives codes. */
export function sealTotpSecret(secret: string, customerId: string, secrets: MacSecrets, random: (size: number) => Uint8Array): string {
  return SEALING.seal(secret, [customerId], secrets, random);
}

/** Opens the secret of a customer's authenticator app; null when it was not sealed for this customer. */
export function openTotpSecret(sealed: string, customerId: string, secrets: MacSecrets): string | null {
  return SEALING.open(sealed, [customerId], secrets);
}

/**
 * Codes that switch off the second factor with this secret, as it is sealed: the database compares their hashes, and lets nobody switch it off without.
 * @returns one under each of the process's secrets, the newest first
 */
export function removalCodesOf(customerId: string, sealed: string, secrets: MacSecrets): readonly [string, ...string[]] {
  return macsOf(`two-factor removal ${customerId} ${sealed}`, secrets);
}
