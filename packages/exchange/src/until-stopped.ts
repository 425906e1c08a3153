import type { Ctx } from './context.ts';

/**
 * Awaits a provider's answer, or returns null as soon as this process is to stop. Only for calls that read: their answers can be lost. A provider's
 * time-out is as long as the time that a process has for stopping, so a hanging provider must not be awaited.
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
