/** How a batch queue works. */
export interface BatchOptions<T, R> {
  /** Handles a batch; answers one result per item, in order. A throw fails every item of the batch. */
  run(items: readonly T[]): Promise<readonly R[]>;
  /** Most items of one batch. */
  readonly sizeMax: number;
  /** Most batches at once; what comes meanwhile waits and makes the next batch larger. */
  readonly inFlightMax: number;
}

interface Waiting<T, R> {
  readonly item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Gathers what arrives in the same turn of the event loop, or while earlier batches are under way, and handles it together, in the order
 * of arrival. A lone item is a batch of one and waits for nobody.
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
