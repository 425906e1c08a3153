import { runPrepared } from '@quydoi/database/money-tx';
import type { Orm } from '@quydoi/database/orm';
import { readSettings } from '@quydoi/database/repositories/settings';
import type { Settings } from '@quydoi/domain/settings';

const NAME = 'state of settings';
/** Ids of transactions only grow, so that no write, of whichever role, leaves their sum and the number of rows as they were. */
const STATE = 'select count(*) as rows, sum(xmin::text::bigint) as writes from setting';

/** Returns the settings as they stand at each call, and reads them anew only when somebody has written some. */
export function createUncachedSettings(orm: Orm): () => Promise<Settings> {
  let known: { readonly state: string; readonly settings: Settings } | null = null;
  return async () => {
    // Asked first: what is written meanwhile is read again the next time.
    const state = JSON.stringify(await runPrepared(orm, NAME, STATE, []));
    if (known?.state !== state) known = { state, settings: await readSettings(orm) };
    // Caches of ours are dropped when settings are new, and tests deliver no notifications that would drop them otherwise.
    return { ...known.settings };
  };
}
