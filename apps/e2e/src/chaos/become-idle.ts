import { waitUntilIdle } from '../reconciliation/wait-until-idle.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import type { Tally } from '../tally.ts';
import { journalToldRows } from './journal-told-rows.ts';
import { expediteRetries, repeat } from './operator.ts';

const LOG_MS = 15_000;

/**
 * Waits until the exchange is idle, while retries are brought forward and the operator has rows journalled that were taken for others told again.
 * @returns what still progresses at the time limit
 */
export async function becomeIdle(exchange: ExchangeUnderTest, operator: Tally, idleMsMax: number, log: (line: string) => void): Promise<string[]> {
  let loggedMs = performance.now();
  const logActivity = (activity: readonly string[]) => {
    if (performance.now() - loggedMs < LOG_MS) return;
    loggedMs = performance.now();
    log(`still progressing: ${activity.slice(0, 10).join('; ')}`);
  };
  const done = new AbortController();
  const helping = [repeat(() => expediteRetries(exchange), done.signal), repeat(() => journalToldRows(exchange, operator), done.signal)];
  try {
    await waitUntilIdle(exchange, idleMsMax, logActivity);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    done.abort();
    await Promise.all(helping);
  }
}
