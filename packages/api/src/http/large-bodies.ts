import { AppError } from '@quydoi/contract/errors';

/** Admits bodies that hold files: each is in memory while its call runs. */
export interface LargeBodies {
  /**
   * Runs a call with a large body, after those that its sender has begun before.
   * @param sender who sends it, such as a customer
   * @throws AppError UNAVAILABLE while as many senders' calls run as the process has memory for; TOO_MANY_REQUESTS while too many of the sender's wait
   */
  run<T>(sender: string, call: () => Promise<T>): Promise<T>;
}

/** Large bodies that a process holds at once, each of another sender. */
const RUNNING_MAX = 6;
/** Calls of one sender that wait, besides the one that runs. Their bodies have not been read. */
const WAITING_MAX = 4;

/** When a sender with too many waiting calls may try again. */
const RETRY_SECONDS = 30;

/** Creates the admission of one process. */
export function createLargeBodies(): LargeBodies {
  const senders = new Map<string, { count: number; last: Promise<unknown> }>();
  return {
    async run(sender, call) {
      const before = senders.get(sender);
      if (before === undefined && senders.size >= RUNNING_MAX) throw new AppError('UNAVAILABLE', {}, { cause: 'uploads' });
      if (before !== undefined && before.count > WAITING_MAX)
        throw new AppError('TOO_MANY_REQUESTS', { seconds: String(RETRY_SECONDS) }, { retryAfterSeconds: RETRY_SECONDS });
      const own = before ?? { count: 0, last: Promise.resolve() };
      senders.set(sender, own);
      own.count += 1;
      const running = own.last.then(call);
      own.last = running.catch(() => {});
      try {
        return await running;
      } finally {
        own.count -= 1;
        if (own.count === 0) senders.delete(sender);
      }
    },
  };
}
