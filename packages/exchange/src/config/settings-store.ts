import type { Orm } from '@quydoi/database/orm';
import { readSettings } from '@quydoi/database/views/settings';
import type { Settings } from '@quydoi/domain/settings';
import type { Clock } from '../context.ts';

/** The current settings of a process: read again after `drop`, and when they are older than a moment. */
export interface SettingsStore {
  /** The same object as long as nothing was changed. */
  current(): Promise<Settings>;
  /** Forgets what was read: somebody changed a setting. */
  drop(): void;
}

/**
 * A store whose readers share one reading. Notifications drop it at once; `freshMs` bounds what a lost notification can do: a price that
 * was replaced, a rail that was switched off.
 */
export function createSettingsStore(orm: Orm, clock: Clock, freshMs: number): SettingsStore {
  let reading: Promise<Settings> | null = null;
  let readAtMs = 0;
  let known: Settings | null = null;

  async function read(): Promise<Settings> {
    const fresh = await readSettings(orm);
    known = known?.version === fresh.version ? known : fresh;
    return known;
  }

  return {
    current() {
      const nowMs = clock.now().getTime();
      if (reading && nowMs - readAtMs < freshMs) return reading;
      readAtMs = nowMs;
      const mine = read().catch((error: unknown) => {
        if (reading === mine) reading = null;
        throw error;
      });
      reading = mine;
      return mine;
    },
    drop() {
      reading = null;
    },
  };
}
