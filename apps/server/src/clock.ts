import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@quydoi/exchange/context';

/** System clock. */
export const systemClock: Clock = {
  now: () => new Date(Date.now()),
  sleep: (ms) => sleep(ms),
};
