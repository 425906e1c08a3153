import { isTextRecord, stored } from '../../../lib/stored.ts';
import type { ClaimDraft } from './claim-draft.ts';

/** What the claim that was sent last from this device says: `ref`, `n` (its number among the order's claims) and the facts. */
export const lastClaim = stored<Record<string, string>>('claim', {}, isTextRecord);

/** Where the payment of an order's n-th claim came from and its number, as they were typed; empty if another claim was sent last from this device. */
export function claimedFacts(last: Readonly<Record<string, string>>, ref: string, n: number): string {
  if (last.ref !== ref || last.n !== String(n)) return '';
  const { bank, accountEnd, reference } = last;
  return [bank, accountEnd && `…${accountEnd}`, reference].filter(Boolean).join(' · ');
}

/** Facts of a claim that was sent. */
export interface SentFacts extends Pick<ClaimDraft, 'bank' | 'accountEnd' | 'reference'> {
  /** When the payment was made, as the claim says. */
  readonly paidAt: Date;
}
