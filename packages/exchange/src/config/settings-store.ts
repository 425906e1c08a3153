import type { Orm } from '@quydoi/database/orm';
import { readSettings } from '@quydoi/database/repositories/settings';
import type { Settings } from '@quydoi/domain/settings';
import type { Clock } from '../context.ts';

/** Settings cache of a process. */
export interface SettingsStore {
  /** Returns the current settings. Referentially stable until the next change. */
  current(): Promise<Settings>;
  /** Synchronous `current`; null while the settings have to be read. */
  atHand(): Settings | null;
  /** Invalidates the cache after a settings change. */
  drop(): void;
}

/**
 * Creates a settings cache; concurrent readers share one read. Change notifications invalidate it. `freshMs` limits the age of the settings if a
 * notification is lost.
 */
export function createSettingsStore(orm: Orm, clock: Clock, freshMs: number): SettingsStore {
  let reading: { readonly promise: Promise<Settings>; settings: Settings | null } | null = null;
  let readAtMs = 0;
  let latest: Settings | null = null;

  function fresh(nowMs: number): typeof reading {
    return nowMs - readAtMs < freshMs ? reading : null;
  }

  async function read(): Promise<Settings> {
    const found = await readSettings(orm);
    latest = latest?.version === found.version ? latest : found;
    return latest;
  }

  return {
    current() {
      const nowMs = clock.now().getTime();
      const cached = fresh(nowMs);
      if (cached) return cached.promise;
      readAtMs = nowMs;
      const promise = read().then(
        (settings) => {
          entry.settings = settings;
          return settings;
        },
        (error: unknown) => {
          if (reading === entry) reading = null;
          throw error;
        },
      );
      const entry: NonNullable<typeof reading> = { promise, settings: null };
      reading = entry;
      return promise;
    },
    atHand: () => fresh(clock.now().getTime())?.settings ?? null,
    drop() {
      reading = null;
    },
  };
}
