import type { Ctx } from './context.ts';

/**
 * What a provider tells; null once this process is to stop. For calls that only read: nothing has to be waited for until their provider's time-out is
 * over, which is as long as a process has for stopping.
 */
export async function untilStopped<T>({ stopping }: Pick<Ctx, 'stopping'>, ask: () => Promise<T>): Promise<T | null> {
  if (!stopping) return ask();
  if (stopping.aborted) return null;
  const { promise: stopped, resolve } = Promise.withResolvers<null>();
  const stop = () => resolve(null);
  stopping.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([ask(), stopped]);
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}
