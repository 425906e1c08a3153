import { AppError } from '@quydoi/contract/errors';

/**
 * Who hashes a password: a device that the account knows (or a session that changes it), or anybody else. Each lane hashes one password at a time, so
 * that strangers who keep theirs full delay no customer, and that hashing takes two cores at most.
 */
export type HashLane = 'known' | 'stranger';

/** Runs work that hashes passwords. */
export interface HashLanes {
  /** Waits for its turn in the lane, in order of arrival. @throws AppError UNAVAILABLE when too many wait already */
  run<T>(lane: HashLane, work: () => Promise<T>): Promise<T>;
}

/** Most that wait in a lane: a few seconds. */
const WAITING_MAX = 20;
const RETRY_SECONDS = 3;

/** Creates the lanes of one process. */
export function createHashLanes(waitingMax = WAITING_MAX): HashLanes {
  const lanes = { known: createLane(), stranger: createLane() };
  return {
    async run(name, work) {
      const lane = lanes[name];
      if (!lane.isBusy) lane.isBusy = true;
      else if (lane.waiting.length >= waitingMax) throw new AppError('UNAVAILABLE', {}, { retryAfterSeconds: RETRY_SECONDS });
      else await new Promise<void>((resolve) => void lane.waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = lane.waiting.shift();
        if (next) next();
        else lane.isBusy = false;
      }
    },
  };
}

function createLane(): { isBusy: boolean; readonly waiting: (() => void)[] } {
  return { isBusy: false, waiting: [] };
}
