import { environmentManager } from '@tanstack/react-query';
import { afterEach, beforeEach, vi } from 'vitest';

/** Has the queries of a file of tests poll as in a browser, by fake timers. */
export function pollByFakeTimers(): void {
  const isServer = environmentManager.isServer();
  beforeEach(() => {
    vi.useFakeTimers();
    // On servers queries do not poll.
    environmentManager.setIsServer(() => false);
  });
  afterEach(() => {
    vi.useRealTimers();
    environmentManager.setIsServer(() => isServer);
  });
}
