import { AppError } from '@quydoi/contract/errors';

/** Admits bodies that hold files: each is in memory while its call runs. */
export interface LargeBodies {
  /**
   * Runs a call with a large body.
   * @throws AppError UNAVAILABLE while as many run as the process has memory for
   */
  run<T>(call: () => Promise<T>): Promise<T>;
}

/** Large bodies that a process holds at once. */
const LARGE_BODIES_MAX = 4;

/** Creates the admission of one process. */
export function createLargeBodies(): LargeBodies {
  let running = 0;
  return {
    async run(call) {
      if (running >= LARGE_BODIES_MAX) throw new AppError('UNAVAILABLE', {}, { cause: 'uploads' });
      running += 1;
      try {
        return await call();
      } finally {
        running -= 1;
      }
    },
  };
}
