import { TRPCClientError } from '@trpc/client';
import type { Fetch } from './keep-unchanged.ts';

/** Time-out of a read, including the body of the answer. */
const READ_TIMEOUT_MS = 10_000;
/** Time-out of a write. Longer, because the server may wait for other processes. */
const WRITE_TIMEOUT_MS = 30_000;

/** Aborts requests after their time-out. Fails with a `DOMException` named TimeoutError. */
export function withTimeout(fetch: Fetch): Fetch {
  return (input, init) => {
    const timeout = AbortSignal.timeout(init?.method === 'POST' ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS);
    return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout });
  };
}

/** Whether a call got no answer within its time-out. The server may have executed it. */
export function hasTimedOut(thrown: unknown): boolean {
  return thrown instanceof TRPCClientError && (thrown.cause as Error | undefined)?.name === 'TimeoutError';
}
