import { LRUCache } from 'lru-cache';

/** Bytes of pictures that are kept: those of some pages of news. */
const KEPT_BYTES_MAX = 16_000_000;

/** Public pictures by their hash. */
export interface ShownPictures {
  /** A picture that is shown; null for any other. */
  get(hash: string): Promise<Uint8Array | null>;
}

/**
 * Answers pictures from memory, those that were asked for last: anybody can ask for one as often as for a page. What is shown once stays so, under a name
 * that is its hash. What is not shown is read each time, and many who ask at once wait for one reading.
 */
export function createShownPictures(read: (hash: string) => Promise<Uint8Array | null>): ShownPictures {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ byteLength }) => Math.max(byteLength, 1),
    fetchMethod: async (hash) => (await read(hash)) ?? undefined,
  });
  return { get: async (hash) => (await kept.fetch(hash)) ?? null };
}
