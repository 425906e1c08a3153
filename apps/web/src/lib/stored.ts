import { useSyncExternalStore } from 'react';

/** A value persisted in the browser. Without usable storage it lives as long as the page. */
export interface Stored<T> {
  get(): T;
  /** Applies a change to the stored value, which is read afresh because other tabs write it too. */
  update(change: (value: T) => T): void;
  subscribe(listener: () => void): () => void;
  /** Whether a reload keeps the value; false if the last change is in memory only. */
  isKept(): boolean;
  readonly initial: T;
}

/** One storage's copy of a value. */
interface Copy<T> {
  /** The stored value; referentially stable until the stored text changes. Null if nothing is stored. */
  read(): T | null;
  write(value: T): void;
  isKept(): boolean;
}

/** Whether a text within a value may be written to storage; those that may not live as long as the page. @param key the text's key in its object */
type Keeps = (key: string, text: string) => boolean;

function copyIn<T>(storage: () => Storage, key: string, isValid: (value: unknown) => value is T, keeps: Keeps | undefined): Copy<T> {
  let text: string | null = null;
  let current: T | null = null;
  let isKept = true;
  return {
    isKept: () => isKept,
    read() {
      try {
        const stored = storage().getItem(key);
        if (stored !== text) {
          text = stored;
          current = null;
          const value: unknown = JSON.parse(stored ?? 'null');
          if (isValid(value)) current = value;
        }
      } catch {
        // Storage denied, or text that is no JSON.
      }
      return current;
    },
    write(value) {
      current = value;
      isKept = false;
      try {
        const next = JSON.stringify(value, (name, part) => (typeof part === 'string' && keeps?.(name, part) === false ? undefined : part));
        storage().setItem(key, next);
        text = next;
        isKept = true;
      } catch {
        // Storage denied or full: the value is kept in memory only.
      }
    },
  };
}

/**
 * Creates a persisted value. Stored data that fails `isValid` (outdated or tampered) is ignored.
 * @param scope `device`: one value for all tabs. `tab`: each tab has its own, which starts as the one last written by any tab; other tabs never
 * change it.
 */
export function stored<T>(
  key: string,
  initial: T,
  isValid: (value: unknown) => value is T,
  scope: 'device' | 'tab' = 'device',
  keeps?: Keeps,
): Stored<T> {
  const shared = copyIn(() => localStorage, key, isValid, keeps);
  const own = scope === 'tab' ? copyIn(() => sessionStorage, key, isValid, keeps) : shared;
  const listeners = new Set<() => void>();

  function get(): T {
    const value = own.read();
    if (value !== null) return value;
    const seed = shared.read() ?? initial;
    if (own !== shared) own.write(seed);
    return seed;
  }

  return {
    initial,
    get,
    isKept: own.isKept,
    update(change) {
      const value = change(get());
      if (own !== shared) shared.write(change(shared.read() ?? initial));
      own.write(value);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
      };
    },
  };
}

/** Subscribes to a persisted value; the initial value on the server and during hydration. */
export function useStored<T>(store: Stored<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial);
}

/** Whether a value is an object whose values are all strings. */
export function isTextRecord(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((entry) => typeof entry === 'string');
}
