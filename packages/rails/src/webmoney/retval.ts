import type { PayoutRefusal } from '../payout.ts';
import { RailError } from '../rail-error.ts';
import type { JsonAnswer } from './json-api.ts';

/** `retval` of a transfer whose `tranid` was used before: nothing was moved. */
export const TRAN_ID_USED = 103;

/** Codes of X2 for transfers that moved nothing, by their meaning. */
const REFUSALS: Readonly<Record<PayoutRefusal, readonly number[]>> = {
  // No such recipient; our own purse; another kind of purse; the purse takes no direct transfers, or none from strangers; its limit is used up.
  destination: [6, 7, 26, 29, 30, 35, 58],
  // Insufficient funds, or a used-up limit of our own purse.
  funds: [17],
  // Wrong IP address, WMID, signature; our WMID or purse unknown; no access; no trust for the purse.
  credentials: [-110, -12, -14, 5, 11, 110, 111],
  // The service is suspended for a while; an older request number.
  temporary: [72, 73, 74, 102],
  // Fields out of bounds; an invoice or protection that we do not use; we have to complete our passport's data.
  other: [-100, -15, -17, -11, -10, -9, -8, -7, -6, -5, -4, 13, 21, 22, 25, 32, 34],
};

/** Maps a `retval` to the refusal of a payout; null if money may have moved (4, 15, 19, 23 and every undocumented code). */
export function refusalOf(retval: number): PayoutRefusal | null {
  for (const refusal of Object.keys(REFUSALS) as PayoutRefusal[]) if (REFUSALS[refusal].includes(retval)) return refusal;
  return null;
}

/** Code of X3 for a period with too many operations. */
const TOO_MANY = 1004;

/** Builds the error for an unsuccessful answer to a read. */
export function troubleOf(page: string, { retval, detail }: JsonAnswer): RailError {
  const refusal = retval === null ? null : refusalOf(retval);
  const trouble = retval === TOO_MANY ? 'too-long' : refusal === 'credentials' ? 'credentials' : refusal === 'temporary' ? 'busy' : 'malformed';
  return new RailError('webmoney', trouble, 'unknown', `${page} answered ${detail || 'without a code'}`);
}
