import { refusalOf } from '@quydoi/client/errors';
import type { ReactClient } from '@quydoi/client/react';
import { SCREEN_LOCK_MINUTES, SCREEN_USE_SECONDS } from '@quydoi/domain/constants';
import { nowMs } from '../../../lib/clock.ts';
import { isMember } from '../../../lib/session.ts';
import { isLockWanted, isScreenLocked, readScreen, usedAtMs } from './screen-state.ts';

const LOCK_MS = SCREEN_LOCK_MINUTES * 60_000;
const TELL_MS = SCREEN_USE_SECONDS * 1_000;
/** Interval of looking whether the browser was left alone. A page that slept looks when it wakes. */
const LOOK_MS = 10_000;
/** What shows that somebody is there. */
const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
/** A moment within which further events tell nothing new. */
const NOTE_MS = 1_000;

let isWatching = false;

/** Whether a call was refused because the screen is locked. */
export function isScreenRefusal(error: unknown): boolean {
  return refusalOf(error)?.code === 'SCREEN_LOCKED';
}

/**
 * Watches whether somebody uses the pages of a customer who wants screens to be locked, on every page: tells the server so, and locks the session when
 * nobody does. Pages of the account are covered then (`lock-screen.tsx`). Once a page: further calls do nothing.
 */
export function watchUse(client: Pick<ReactClient, 'accounts'>): void {
  if (isWatching) return;
  isWatching = true;
  let toldAtMs = 0;
  let lockTold = false;
  const isWatched = () => isMember.get() && isLockWanted.get();
  const isAlone = () => nowMs() - usedAtMs.get() >= LOCK_MS;

  function lock(): void {
    if (!isScreenLocked.get()) isScreenLocked.update(() => true);
    if (lockTold) return;
    lockTold = true;
    // What could not be told is told at the next look. The server locks what it hears nothing of, too.
    client.accounts.lockScreen.mutate({}).catch((error: unknown) => {
      lockTold = refusalOf(error) !== null;
    });
  }

  function look(): void {
    if (isWatched() && isAlone()) lock();
  }

  function use(): void {
    if (!isWatched() || isScreenLocked.get()) return;
    if (isAlone()) {
      lock();
      return;
    }
    lockTold = false;
    const now = nowMs();
    if (now - usedAtMs.get() >= NOTE_MS) usedAtMs.update(() => now);
    if (now - toldAtMs < TELL_MS) return;
    toldAtMs = now;
    client.accounts.markUsed.mutate({}).catch((error: unknown) => {
      if (isScreenRefusal(error)) isScreenLocked.update(() => true);
    });
  }

  if (isMember.get()) void readScreen(client).then(look);
  for (const event of EVENTS) addEventListener(event, use, { passive: true, capture: true });
  document.addEventListener('visibilitychange', look);
  setInterval(look, LOOK_MS);
}
