import type { Orm } from '@quydoi/database/orm';
import { readSettings } from '@quydoi/database/repositories/settings';
import type { Settings } from '@quydoi/domain/settings';
import type { Clock } from '../context.ts';

/** The current settings of a process: read again after `drop`, and when they are older than a moment. */
export interface SettingsStore {
  /** The same object as long as nothing was changed. */
  current(): Promise<Settings>;
  /** `current` without waiting; null while they have to be read. */
  atHand(): Settings | null;
  /** Forgets what was read: somebody changed a setting. */
  drop(): void;
}

/**
 * A store whose readers share one reading. Notifications drop it at once; `freshMs` bounds what a lost notification can do: a price that
 * was replaced, a rail that was switched off.
 */
export function createSettingsStore(orm: Orm, clock: Clock, freshMs: number): SettingsStore {
  let reading: { readonly promise: Promise<Settings>; settings: Settings | null } | null = null;
  let readAtMs = 0;
  let known: Settings | null = null;

  function fresh(nowMs: number): typeof reading {
    return nowMs - readAtMs < freshMs ? reading : null;
  }

  async function read(): Promise<Settings> {
    const found = await readSettings(orm);
    known = known?.version === found.version ? known : found;
    return known;
  }

  return {
    current() {
      const nowMs = clock.now().getTime();
      const under = fresh(nowMs);
      if (under) return under.promise;
      readAtMs = nowMs;
      const promise = read().then(
        (settings) => {
          mine.settings = settings;
          return settings;
        },
        (error: unknown) => {
          if (reading === mine) reading = null;
          throw error;
        },
      );
      const mine: NonNullable<typeof reading> = { promise, settings: null };
      reading = mine;
      return promise;
    },
    atHand: () => fresh(clock.now().getTime())?.settings ?? null,
    drop() {
      reading = null;
    },
  };
}
