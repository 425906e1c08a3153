/** What was used latest, up to a number of bytes. */
export interface Latest<T> {
  get(key: string): T | undefined;
  /** Keeps a value whose size may not be known yet. */
  set(key: string, value: T): void;
  /** Tells how large a kept value is; what was asked for longest ago goes until everything fits. */
  weigh(key: string, value: T, sizeBytes: number): void;
  delete(key: string): void;
  clear(): void;
}

/** @param bytesMax most bytes that are kept, as far as they have been told */
export function keepLatest<T>(bytesMax: number): Latest<T> {
  const kept = new Map<string, { readonly value: T; sizeBytes: number }>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= kept.get(key)?.sizeBytes ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set(key, value) {
      drop(key);
      kept.set(key, { value, sizeBytes: 0 });
    },
    weigh(key, value, sizeBytes) {
      const found = kept.get(key);
      if (found?.value !== value) return;
      bytes += sizeBytes - found.sizeBytes;
      found.sizeBytes = sizeBytes;
      for (const oldest of kept.keys()) {
        if (bytes <= bytesMax) return;
        drop(oldest);
      }
    },
    delete: drop,
    clear() {
      kept.clear();
      bytes = 0;
    },
  };
}
