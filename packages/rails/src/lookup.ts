/** Result of a holder-name lookup. `unavailable` concerns the provider, never the account. */
export type LookupResult = { readonly state: 'found'; readonly name: string } | { readonly state: 'invalid' } | { readonly state: 'unavailable' };

/** Holder-name lookup. */
export interface Lookup {
  /** Looks up the holder of an account. A wallet's name may end in a mark (`domain/holder-mark.ts`). @param bank bank code of a bank account, else null */
  find(account: string, bank: string | null, now: Date): Promise<LookupResult>;
}
