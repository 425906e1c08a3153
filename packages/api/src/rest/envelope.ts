import type { Caller } from '@quydoi/contract/caller';
import { AppError, type ErrorCode } from '@quydoi/contract/errors';
import { closingHeaders, errorAnswerOf, retryAfterSeconds, toAppError } from '../errors.ts';
import type { PlainAnswer } from '../fast-path/plain-answer.ts';
import type { HttpContext } from '../http/context.ts';
import { chargeRefusal } from '../limits.ts';
import { logBug } from '../log-bug.ts';

/** Outcome of a use case, for the envelope. */
export interface RestAnswer {
  /** Message for the customer, shown once; empty for polled responses. */
  readonly message: string;
  readonly data: unknown;
}

/** Answers a success: `{status, message, data}`. */
export function successAnswer(http: HttpContext, caller: Caller, { message, data }: RestAnswer): PlainAnswer {
  return jsonAnswer(http, caller.requestId, 200, { status: 'success', message, data }, null);
}

/**
 * Answers anything thrown: `{status: "error", error, message}`, with `details` where there are any and `requestId` for a bug, which is logged.
 * Refusals are charged ({@link chargeRefusal}).
 */
export function errorAnswer(http: HttpContext, caller: Caller, path: string, thrown: unknown): PlainAnswer {
  const error = toAppError(chargeRefusal(http.limiter, caller, thrown));
  const { code, httpStatus, message, details, requestId } = errorAnswerOf(error, caller.locale, caller.requestId);
  if (code === 'INTERNAL') logBug(http.options.logger, requestId, path, thrown instanceof AppError ? (thrown.cause ?? thrown) : thrown);
  const wait = retryAfterSeconds(error);
  const body = { status: 'error', error: code, message, ...(details === null ? {} : { details }), ...(code === 'INTERNAL' ? { requestId } : {}) };
  return jsonAnswer(http, requestId, httpStatus, body, code, { ...(wait === null ? {} : { 'retry-after': String(wait) }), ...closingHeaders(code) });
}

function jsonAnswer(
  http: HttpContext,
  requestId: string,
  status: number,
  value: unknown,
  errorCode: ErrorCode | null,
  more: Readonly<Record<string, string>> = {},
): PlainAnswer {
  const body = JSON.stringify(value, writeBigint);
  const headers = {
    ...http.answerHeaders,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    ...more,
  };
  return { status, headers, body, requestId, errorCode };
}

/** Serializes bigint amounts in error details as strings, to keep them exact. */
function writeBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
