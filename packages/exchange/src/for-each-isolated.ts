import type { Ctx } from './context.ts';
import { describeError } from './describe-error.ts';

/** Options of `forEachIsolated`. */
export interface IsolationOptions<T> {
  /** Maximum items in progress; 1 by default. */
  readonly concurrency?: number;
  /** Log fields that identify an item. */
  readonly fieldsOf?: (item: T) => object;
  /** No item is started after this signal is aborted. */
  readonly stopped?: AbortSignal;
  /** Handles an item's failure instead of logging it. Errors that it throws are logged. */
  readonly onError?: (item: T, error: unknown) => void | Promise<void>;
}

/**
 * Processes a list with isolated items: a failing item is logged as `failure` and does not affect the rest.
 * @returns the number of items that succeeded
 */
export async function forEachIsolated<T>(
  ctx: Pick<Ctx, 'logger' | 'telemetry'>,
  items: readonly T[],
  failure: string,
  work: (item: T) => Promise<unknown>,
  { concurrency = 1, fieldsOf, stopped, onError }: IsolationOptions<T> = {},
): Promise<number> {
  let succeeded = 0;
  let failed = 0;

  async function fail(item: T, error: unknown): Promise<void> {
    failed += 1;
    try {
      if (!onError) throw error;
      await onError(item, error);
    } catch (unhandled) {
      ctx.logger.error({ ...fieldsOf?.(item), error: describeError(unhandled) }, failure);
    }
  }

  await forEachConcurrently(items, concurrency, async (item) => {
    if (stopped?.aborted) return;
    try {
      await work(item);
      succeeded += 1;
    } catch (error) {
      await fail(item, error);
    }
  });
  ctx.telemetry.itemsHandled(succeeded, failed);
  return succeeded;
}

/**
 * Processes a list in order with at most `concurrency` items in progress. Starts no further items after a failure.
 * @throws the first failure, after all items in progress have ended
 */
export async function forEachConcurrently<T>(items: readonly T[], concurrency: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = items.values();
  let failed = false;

  async function drain(): Promise<void> {
    for (const item of queue) {
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
      if (failed) return;
    }
  }

  const drains = Array.from({ length: Math.min(concurrency, items.length) }, drain);
  for (const outcome of await Promise.allSettled(drains)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}
