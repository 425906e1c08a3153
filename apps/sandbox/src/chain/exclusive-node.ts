/** A node of a simulated chain. */
interface Node {
  /** Stores what has changed since the last commit. */
  commit(): void;
  close(): Promise<void>;
}

/** A node that serves one call at a time. It starts with the first use. */
export interface ExclusiveNode<N> {
  /** Whether the node runs, or is about to. */
  isStarted(): boolean;
  /** Runs `work` alone on the node, so that it sees a single state of the chain, and commits its changes before answering. */
  use<T>(work: (node: N) => T | Promise<T>): Promise<T>;
  /** Waits for the last call, then closes the node. */
  close(): Promise<void>;
}

/** Creates exclusive access to the node that `start` starts. */
export function createExclusiveNode<N extends Node>(start: () => Promise<N>): ExclusiveNode<N> {
  let started: Promise<N> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return {
    isStarted: () => started !== null,
    use(work) {
      started ??= start();
      const starting = started;
      const done = last
        .catch(() => undefined)
        .then(async () => {
          const node = await starting;
          try {
            return await work(node);
          } finally {
            node.commit();
          }
        });
      last = done;
      return done;
    },
    async close() {
      await last.catch(() => undefined);
      await (await started)?.close();
    },
  };
}
