import type { ReactClient } from '@quydoi/client/react';
import { nowMs } from '../../../lib/clock.ts';
import { stored } from '../../../lib/stored.ts';

/** Whether the screens of this browser are locked, as far as its pages know: the server decides. */
export const isScreenLocked = stored('screen-locked', false, (value) => typeof value === 'boolean');

/** Whether the customer wants screens to be locked that are left alone. */
export const isLockWanted = stored('lock-screen', false, (value) => typeof value === 'boolean');

/** When somebody last used a page of this browser, in milliseconds of its clock: one clock for all tabs. */
export const usedAtMs = stored('used-at', 0, (value): value is number => typeof value === 'number');

/** Notes what the server tells of the screen. */
export function noteScreen({ isLockScreen, isLocked }: { readonly isLockScreen: boolean; readonly isLocked: boolean }): void {
  if (isLockWanted.get() !== isLockScreen) isLockWanted.update(() => isLockScreen);
  if (isScreenLocked.get() !== isLocked) isScreenLocked.update(() => isLocked);
}

/** Begins the time of a screen anew: its customer has shown to be there. */
export function noteUnlocked(): void {
  usedAtMs.update(nowMs);
  isScreenLocked.update(() => false);
}

/** Reads from the server whether screens are to be locked, and whether this one is. Without an answer, what was known stays. */
export async function readScreen({ accounts }: Pick<ReactClient, 'accounts'>): Promise<void> {
  await accounts.screen.query().then(noteScreen, () => {});
}
