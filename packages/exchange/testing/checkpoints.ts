import type { CheckpointName } from '../src/checkpoints.ts';

/** Thrown at a kill point to simulate a crash. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** Kill points observed and controlled by a test. */
export interface TestCheckpoints {
  /** Kill points reached, in order. */
  readonly reached: CheckpointName[];
  /** Runs `act` once, the next time that the point is reached. */
  at(name: CheckpointName, act: () => void | Promise<void>): void;
  /** Simulates a crash the next time that the point is reached, by throwing `StoppedError`. */
  stopAt(name: CheckpointName): void;
  pass(name: CheckpointName): Promise<void>;
}

/** Creates kill points without actions. */
export function createTestCheckpoints(): TestCheckpoints {
  const reached: CheckpointName[] = [];
  const acts = new Map<CheckpointName, () => void | Promise<void>>();
  return {
    reached,
    at: (name, act) => void acts.set(name, act),
    stopAt: (name) =>
      void acts.set(name, () => {
        throw new StoppedError(name);
      }),
    async pass(name) {
      reached.push(name);
      const act = acts.get(name);
      acts.delete(name);
      await act?.();
    },
  };
}
