import { InvariantError } from '../invariant.ts';
import { encodeBase32, REF_ALPHABET } from '../order/ref.ts';

/** Characters of a customer's id: 40 bits. It is also the referral code and the tail of the deposit memo. */
export const CUSTOMER_ID_LENGTH = 8;

/** Random bytes of an id. */
export const CUSTOMER_ID_BYTES = 5;

const CUSTOMER_ID = new RegExp(`^[${REF_ALPHABET}]{${CUSTOMER_ID_LENGTH}}$`);

/**
 * Makes a customer id of random bytes.
 * @throws InvariantError unless there are `CUSTOMER_ID_BYTES`
 */
export function customerIdFromBytes(bytes: Uint8Array): string {
  if (bytes.length !== CUSTOMER_ID_BYTES) throw new InvariantError('a customer id takes five random bytes');
  return encodeBase32(bytes, CUSTOMER_ID_LENGTH);
}

/** The customer id that a referral link names, ignoring case and dashes; null for a text that can be none. */
export function normalizeCustomerId(text: string): string | null {
  const id = text.replaceAll('-', '').toUpperCase();
  return CUSTOMER_ID.test(id) ? id : null;
}
