import { RECOVERY_CODES } from '@quydoi/domain/constants';
import { encodeBase32, REF_ALPHABET } from '@quydoi/domain/order/ref';
import { type MacSecrets, macOf } from '../../keyed-mac.ts';

/** 50 bits, shown in two halves. */
const CODE_LENGTH = 10;
const CODE_BYTES = 7;
const KEYED_BYTES = 16;
const RECOVERY_CODE = new RegExp(`^[${REF_ALPHABET}]{${CODE_LENGTH}}$`);

/** Makes recovery codes, as they are shown: `7KQ2M-9XR4B`. */
export function newRecoveryCodes(random: (size: number) => Uint8Array): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = encodeBase32(random(CODE_BYTES), CODE_LENGTH);
    return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
  });
}

/** A recovery code as it is hashed, in any case, with or without its dash; null for a text that can be none. */
export function normalizeRecoveryCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return RECOVERY_CODE.test(code) ? code : null;
}

/**
 * Recovery codes, keyed under a secret that the database does not have: its rows, which are hashes of these, are no help in guessing codes, nor in using
 * them up.
 */
export function keyRecoveryCodes(customerId: string, codes: readonly string[], secrets: MacSecrets): string[] {
  return codes.map((code) => macOf(`recovery ${customerId} ${code.replace('-', '')}`, secrets, KEYED_BYTES));
}
