import { isTextRecord, stored } from '../../../lib/stored.ts';
import type { ClaimDraft } from './claim-draft.ts';

/** Claims remembered on a device; the oldest are forgotten. */
const KEPT_MAX = 20;

/** What the claims that were sent from this device say, each by its order's reference and its number among the order's claims. */
export const sentClaims = stored<Record<string, string>>('claims', {}, isTextRecord);

/** Facts of a claim that was sent. */
export interface SentFacts extends Pick<ClaimDraft, 'bank' | 'accountEnd' | 'reference'> {
  /** When the payment was made, as the claim says. */
  readonly paidAt: Date;
}

/** Remembers where the payment of an order's n-th claim came from, and its number, as they were typed. */
export function rememberClaim(ref: string, n: number, { bank, accountEnd, reference }: Omit<SentFacts, 'paidAt'>): void {
  const text = [bank, accountEnd && `…${accountEnd}`, reference].filter(Boolean).join(' · ');
  sentClaims.update((known) => Object.fromEntries([...Object.entries(known), [keyOf(ref, n), text] as const].slice(-KEPT_MAX)));
}

/** What an order's n-th claim says; empty if it was not sent from this device. */
export function claimedFacts(known: Readonly<Record<string, string>>, ref: string, n: number): string {
  return known[keyOf(ref, n)] ?? '';
}

function keyOf(ref: string, n: number): string {
  return `${ref} ${n}`;
}
