import { isTextRecord, stored } from '../../../lib/stored.ts';
import type { ClaimDraft } from './claim-draft.ts';

/** Claims remembered on a device; the oldest are forgotten. */
const KEPT_MAX = 20;

/** Between the parts of what a claim says. */
const PART_GAP = ' · ';

/** What the claims that were sent from this device say, each by its order's reference and its number among the order's claims. */
export const sentClaims = stored<Record<string, string>>('claims', {}, isTextRecord);

/** Facts of a claim that was sent. */
export interface SentFacts extends Pick<ClaimDraft, 'bank' | 'accountEnd' | 'reference'> {
  /** When the payment was made, as the claim says. */
  readonly paidAt: Date;
}

/** Remembers where the payment of an order's n-th claim came from, and its number, as they were typed. */
export function rememberClaim(ref: string, n: number, { bank, accountEnd, reference }: Omit<SentFacts, 'paidAt'>): void {
  const text = [bank, accountEnd && `…${accountEnd}`, reference].filter(Boolean).join(PART_GAP);
  sentClaims.update((known) => Object.fromEntries([...Object.entries(known), [keyOf(ref, n), text] as const].slice(-KEPT_MAX)));
}

/** What an order's n-th claim says; empty if it was not sent from this device. */
export function claimedFacts(known: Readonly<Record<string, string>>, ref: string, n: number): string {
  return known[keyOf(ref, n)] ?? '';
}

/** What an order's n-th claim says of account and transaction, to be corrected; null if it was not sent from this device. */
export function claimedAgain(known: Readonly<Record<string, string>>, ref: string, n: number): Pick<ClaimDraft, 'accountEnd' | 'reference'> | null {
  const facts = claimedFacts(known, ref, n);
  if (facts === '') return null;
  const [bank = '', ...parts] = facts.split(PART_GAP);
  const end = [bank, ...parts].find((part) => part.startsWith('…')) ?? '…';
  return { accountEnd: end.slice(1), reference: parts.find((part) => part !== end) ?? '' };
}

function keyOf(ref: string, n: number): string {
  return `${ref} ${n}`;
}
