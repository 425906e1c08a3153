import type { Orm } from '@quydoi/database/orm';
import { readSettings } from '@quydoi/database/views/settings';
import type { Settings } from '@quydoi/domain/settings';

/** The current settings of a process: read once, and again after `drop`. */
export interface SettingsStore {
  current(): Promise<Settings>;
  /** Forgets what was read: somebody changed a setting. */
  drop(): void;
}

/** A store whose readers share one reading. A failed reading is not kept. */
export function createSettingsStore(orm: Orm): SettingsStore {
  let reading: Promise<Settings> | null = null;
  return {
    current() {
      reading ??= readSettings(orm).catch((error: unknown) => {
        reading = null;
        throw error;
      });
      return reading;
    },
    drop() {
      reading = null;
    },
  };
}
