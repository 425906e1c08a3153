import { useSyncExternalStore } from 'react';

/** A value persisted in localStorage. Without usable storage it lives as long as the page. */
export interface Stored<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
  readonly initial: T;
}

/** Creates a persisted value, synchronized between tabs. Stored data that fails `isValid` (outdated or tampered) is ignored. */
export function stored<T>(key: string, initial: T, isValid: (value: unknown) => value is T): Stored<T> {
  let current: T | undefined;
  const listeners = new Set<() => void>();

  function read(): T {
    try {
      const text = localStorage.getItem(key);
      const value: unknown = text === null ? undefined : JSON.parse(text);
      return isValid(value) ? value : initial;
    } catch {
      return initial;
    }
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function onStorage(event: StorageEvent): void {
    if (event.key !== key) return;
    current = read();
    notify();
  }

  return {
    initial,
    get: () => (current ??= read()),
    set(value) {
      current = value;
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Storage denied or full: the value is kept in memory only.
      }
      notify();
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', onStorage);
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
