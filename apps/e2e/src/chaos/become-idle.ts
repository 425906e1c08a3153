import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntilIdle } from '../reconciliation/wait-until-idle.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { expediteRetries } from './operator.ts';

const LOG_MS = 15_000;
const EXPEDITE_MS = 2_000;

/** Waits until the exchange is idle, while retries are brought forward. @returns what still progresses at the time limit */
export async function becomeIdle(exchange: ExchangeUnderTest, idleMsMax: number, log: (line: string) => void): Promise<string[]> {
  let loggedMs = performance.now();
  const logActivity = (activity: readonly string[]) => {
    if (performance.now() - loggedMs < LOG_MS) return;
    loggedMs = performance.now();
    log(`still progressing: ${activity.slice(0, 10).join('; ')}`);
  };
  const done = new AbortController();
  const expediting = (async () => {
    while (!done.signal.aborted) {
      await expediteRetries(exchange);
      await sleep(EXPEDITE_MS, undefined, { signal: done.signal }).catch(() => {});
    }
  })();
  try {
    await waitUntilIdle(exchange, idleMsMax, logActivity);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    done.abort();
    await expediting;
  }
}
