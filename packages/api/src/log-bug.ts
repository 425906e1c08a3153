import type { Logger } from './http/context.ts';

/** Writes down what the caller only sees as INTERNAL with its request id. */
export function logBug(logger: Logger, requestId: string, path: string, thrown: unknown): void {
  const cause =
    thrown instanceof Error ? { error: thrown.name, reason: thrown.message, stack: thrown.stack } : { error: typeof thrown, reason: String(thrown) };
  logger.error({ requestId, path, ...cause }, 'unexpected error');
}
