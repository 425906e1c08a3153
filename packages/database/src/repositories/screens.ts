import { runPrepared, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** Notes that a session is a browser's, and used at a time. One that is over is left alone. */
export async function openScreen(orm: Orm, sessionToken: string, at: Date): Promise<void> {
  await writePrepared(
    orm,
    'open screen',
    'insert into auth.screen (session_id, active_at) select s.id, $2 from auth.session s where s.token = $1 on conflict do nothing',
    [sessionToken, at],
  );
}

/**
 * Notes that a browser is used.
 * @returns false, having changed nothing, when it is locked, or its session is over
 */
export async function useScreen(orm: Orm, sessionId: string, at: Date): Promise<boolean> {
  const written = await writePrepared(
    orm,
    'use screen',
    `insert into auth.screen as x (session_id, active_at) select s.id, $2 from auth.session s where s.id = $1
     on conflict (session_id) do update set active_at = excluded.active_at where not x.is_locked`,
    [sessionId, at],
  );
  return written > 0;
}

/** Begins a browser's time anew: its customer has shown to be there. Unlocks it. */
export async function unlockScreen(orm: Orm, sessionId: string, at: Date): Promise<void> {
  await writePrepared(
    orm,
    'unlock screen',
    `insert into auth.screen (session_id, active_at) select s.id, $2 from auth.session s where s.id = $1
     on conflict (session_id) do update set active_at = excluded.active_at, is_locked = false`,
    [sessionId, at],
  );
}

/** Locks a browser whose customer wants that. @returns whether it is locked */
export async function lockScreen(orm: Orm, sessionId: string, at: Date): Promise<boolean> {
  const rows = await runPrepared(
    orm,
    'lock screen',
    `insert into auth.screen (session_id, active_at, is_locked)
     select s.id, $2, true from auth.session s join customer c on c.id = s."userId" and c.is_lock_screen where s.id = $1
     on conflict (session_id) do update set is_locked = true returning session_id`,
    [sessionId, at],
  );
  return rows.length > 0;
}
