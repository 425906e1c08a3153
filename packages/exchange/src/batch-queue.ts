/** Options of a batch queue. */
export interface BatchOptions<T, R> {
  /** Processes a batch and returns one result per item, in order. An error rejects every item of the batch. */
  run(items: readonly T[]): Promise<readonly R[]>;
  /** Maximum batch size. */
  readonly sizeMax: number;
  /** Maximum concurrent batches. Items arriving meanwhile join the next batch. */
  readonly inFlightMax: number;
}

interface Waiting<T, R> {
  readonly item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Batches items that arrive in the same turn of the event loop, or while the maximum number of batches is in flight, in arrival order. A single
 * item is processed without delay.
 */
export function createBatchQueue<T, R>({ run, sizeMax, inFlightMax }: BatchOptions<T, R>): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = [];
  let inFlight = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || inFlight >= inFlightMax || waiting.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      flush();
    });
  }

  function flush(): void {
    while (waiting.length > 0 && inFlight < inFlightMax) {
      inFlight += 1;
      void handle(waiting.splice(0, sizeMax)).finally(() => {
        inFlight -= 1;
        schedule();
      });
    }
  }

  async function handle(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as R);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
