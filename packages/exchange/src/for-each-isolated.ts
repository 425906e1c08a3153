import type { Ctx } from './context.ts';
import { describeError } from './describe-error.ts';

/** How a list is worked through. */
export interface IsolationOptions<T> {
  /** Most items in progress at once; one after another unless given. */
  readonly concurrency?: number;
  /** Fields that name an item in the log. */
  readonly fieldsOf?: (item: T) => object;
  /** Items that are not begun once this is aborted. */
  readonly stopped?: AbortSignal;
  /** Handles an item's failure instead of the error log. A throw of its own is logged. */
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
  const queue = items.values();
  let succeeded = 0;
  let failed = 0;

  async function attempt(item: T): Promise<void> {
    try {
      await work(item);
      succeeded += 1;
    } catch (error) {
      failed += 1;
      await handle(item, error);
    }
  }

  async function handle(item: T, error: unknown): Promise<void> {
    try {
      if (!onError) throw error;
      await onError(item, error);
    } catch (unhandled) {
      ctx.logger.error({ ...fieldsOf?.(item), error: describeError(unhandled) }, failure);
    }
  }

  async function drain(): Promise<void> {
    for (const item of queue) {
      if (stopped?.aborted) return;
      await attempt(item);
    }
  }

  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, drain));
  ctx.telemetry.itemsHandled(succeeded, failed);
  return succeeded;
}
