import type { ErrorCode, ErrorParams } from '@quydoi/contract/errors';
import { TRPCClientError } from '@trpc/client';

/** Code of a missing answer: no connection, a broken one, or an answer in another format. */
export const NO_ANSWER = 'NO_ANSWER';

/** A failed call. */
export interface CallError {
  /** Newer servers may know codes that this client does not. */
  readonly code: ErrorCode | typeof NO_ANSWER | (string & {});
  /** In the caller's language; for NO_ANSWER whatever the browser said. */
  readonly message: string;
  readonly params: ErrorParams;
  /** The new price of RATE_CHANGED, the fields of VALIDATION_FAILED, `retryAfterSeconds` of TOO_MANY_REQUESTS. */
  readonly details: unknown;
  /** Names the request in the server's log. */
  readonly requestId: string | null;
}

/** Reads a refusal by the server; null for anything else: a lost connection, or no error at all. */
export function refusalOf(thrown: unknown): CallError | null {
  const error = readError(thrown);
  return error.code === NO_ANSWER ? null : error;
}

/** Reads anything that a call threw. */
export function readError(thrown: unknown): CallError {
  const data: unknown = thrown instanceof TRPCClientError ? thrown.data : null;
  if (!isErrorData(data))
    return { code: NO_ANSWER, message: thrown instanceof Error ? thrown.message : String(thrown), params: {}, details: null, requestId: null };
  return { code: data.code, message: data.message, params: data.params ?? {}, details: data.details ?? null, requestId: data.requestId ?? null };
}

interface ErrorData {
  readonly code: string;
  readonly message: string;
  readonly params?: ErrorParams;
  readonly details?: unknown;
  readonly requestId?: string;
}

function isErrorData(data: unknown): data is ErrorData {
  return data !== null && typeof data === 'object' && 'code' in data && typeof data.code === 'string' && 'message' in data;
}
