import type { Ctx } from './context.ts';
import { describeError } from './describe-error.ts';

/** A queue in the database, such as the due payouts of one network, and the work on each of its items. */
export interface DueQueue<T> {
  /** Maximum items in progress. */
  readonly concurrency: number;
  /** Log message of a failed item. */
  readonly failure: string;
  /** No item is started after this signal is aborted. */
  readonly stopped: AbortSignal;
  /** Reads at most `limit` due items, the most urgent first. Items in progress may be among them. */
  readDue(limit: number): Promise<readonly T[]>;
  idOf(item: T): string;
  /** Version of an item: one that was written since its work began does not rest. By default items rest whatever was written. */
  versionOf?(item: T): number;
  /** Log fields that identify an item. */
  fieldsOf(item: T): object;
  work(item: T): Promise<unknown>;
  /** Called after an item's failure was logged, for example to postpone the item. An error that it throws ends the run. */
  afterFailure?(item: T): Promise<unknown>;
}

/** An item whose work is done, at the version that was worked on. */
interface Rest {
  readonly untilMs: number;
  readonly version: number | undefined;
}

/** Signal of a run that nobody stops. */
export const NEVER_STOPPED = new AbortController().signal;

/** Interval at which newly due items are looked for while others are in progress. */
const RECHECK_DELAY_MS = 50;
/** Minimum delay before an item that is still due after its work is started again. */
const REST_MS = 500;

/**
 * Works on due items in slots: whenever one is done, the next due item starts, until none is due and none in progress, or until stopped. Awaits all
 * items in progress before returning, also on error or abort. Every network has a queue and a poll loop of its own (bulkhead), so that a provider
 * that hangs for its whole time-out delays no other network.
 * @returns false: no more items are due
 * @throws the first error of `readDue` or `afterFailure`
 */
export async function processDue<T>(ctx: Pick<Ctx, 'clock' | 'logger' | 'telemetry'>, queue: DueQueue<T>): Promise<false> {
  const inProgress = new Map<string, Promise<void>>();
  const resting = new Map<string, Rest>();
  const errors: unknown[] = [];
  const isEnding = () => queue.stopped.aborted || errors.length > 0;

  async function readNext(): Promise<readonly T[]> {
    const nowMs = ctx.clock.now().getTime();
    for (const [id, { untilMs }] of resting) if (nowMs >= untilMs) resting.delete(id);
    const room = queue.concurrency - inProgress.size;
    if (room === 0) return [];
    const due = await queue.readDue(room + inProgress.size + resting.size);
    return due.filter((item) => !inProgress.has(queue.idOf(item)) && !isResting(item)).slice(0, room);
  }

  function isResting(item: T): boolean {
    const rest = resting.get(queue.idOf(item));
    return rest !== undefined && rest.version === queue.versionOf?.(item);
  }

  async function handle(item: T): Promise<void> {
    try {
      await queue.work(item);
      ctx.telemetry.itemsHandled(1, 0);
    } catch (error) {
      ctx.telemetry.itemsHandled(0, 1);
      ctx.logger.error({ ...queue.fieldsOf(item), error: describeError(error) }, queue.failure);
      await queue.afterFailure?.(item);
    }
  }

  function start(item: T): void {
    const id = queue.idOf(item);
    const ended = handle(item)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => {
        inProgress.delete(id);
        // A read that began before the work ended may still return the item as due.
        resting.set(id, { untilMs: ctx.clock.now().getTime() + REST_MS, version: queue.versionOf?.(item) });
      });
    inProgress.set(id, ended);
  }

  try {
    while (!isEnding()) {
      const wasIdle = inProgress.size === 0;
      const next = await readNext();
      if (isEnding()) break;
      for (const item of next) start(item);
      if (inProgress.size > 0) await Promise.race([...inProgress.values(), ctx.clock.sleep(RECHECK_DELAY_MS)]);
      // What ended during the read may have made more due than the read has seen.
      else if (wasIdle) break;
    }
  } finally {
    await Promise.all(inProgress.values());
  }
  if (errors.length > 0) throw errors[0];
  return false;
}
