/** Tables that are sealed: the ledger's entries with their postings, the audit log, and the settings. */
export const SEALED_STREAMS = ['ledger', 'audit', 'setting'] as const;

/** A table that is sealed. */
export type SealedStream = (typeof SEALED_STREAMS)[number];

/** The end of a stream's chain: enough, kept elsewhere, to tell later whether the chain was replaced. */
export interface SealHead {
  readonly stream: SealedStream;
  readonly n: number;
  /** SHA-256 in hex. */
  readonly hash: string;
}
