import type { CheckpointName } from '../src/checkpoints.ts';

/** What a stopped process leaves behind: everything before the point, nothing after it. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** Kill points that a test watches and acts at. */
export interface TestCheckpoints {
  /** Every point that was reached, in order. */
  readonly reached: CheckpointName[];
  /** Runs once, the next time that the point is reached. */
  at(name: CheckpointName, act: () => void | Promise<void>): void;
  /** Ends the work in hand the next time that the point is reached, as a kill would: it throws where nobody may catch. */
  stopAt(name: CheckpointName): void;
  pass(name: CheckpointName): Promise<void>;
}

/** Kill points that do nothing until told. */
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
