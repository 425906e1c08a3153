import type { Ctx } from './context.ts';
import { describeError } from './describe-error.ts';

/** How a list is worked through. */
export interface IsolationOptions<T> {
  /** Most items in progress at once; one after another unless given. */
  readonly concurrency?: number;
  /** Fields that name an item in the log. */
  readonly fieldsOf?: (item: T) => object;
  /** Items are not begun once this is aborted. */
  readonly stopped?: AbortSignal;
  /** Handles an item's failure instead of the error log. What it throws is logged. */
  readonly onError?: (item: T, error: unknown) => void | Promise<void>;
}

/**
 * Works through a list, isolating items from each other: a failing item is logged as `failure` and never stops the rest.
 * @returns how many items succeeded
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
 * Works through a list with at most `concurrency` items in progress, begun in order. After a failure nothing new is begun.
 * @throws the first failure, when no item is in progress any more
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
