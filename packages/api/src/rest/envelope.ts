import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { describeError, retryAfterSeconds, toAppError } from '../errors.ts';
import { type PlainAnswer, responseOf } from '../fast-path/plain-answer.ts';
import type { HttpContext } from '../http/context.ts';
import { logBug } from '../log-bug.ts';

/** What a verb answered, for the envelope. */
export interface RestAnswer {
  /** Words for the customer, shown once; empty for answers that are polled. */
  readonly message: string;
  readonly data: unknown;
}

/** A success: `{status, message, data}`. */
export function sendSuccess(http: HttpContext, caller: Caller, answer: RestAnswer): Response {
  return responseOf(jsonAnswer(http, caller.requestId, 200, { status: 'success', message: answer.message, data: answer.data }));
}

/** Anything thrown: `{status: "error", error, message}`, with `details` where there are any and `requestId` for a bug, which is logged. */
export function sendError(http: HttpContext, caller: Pick<Caller, 'locale' | 'requestId'>, path: string, thrown: unknown): Response {
  return responseOf(errorAnswer(http, caller, path, thrown));
}

/** The same, not sent yet. */
export function errorAnswer(http: HttpContext, caller: Pick<Caller, 'locale' | 'requestId'>, path: string, thrown: unknown): PlainAnswer {
  const error = toAppError(thrown);
  const { code, httpStatus, message, details, requestId } = describeError(error, caller.locale, caller.requestId);
  if (code === 'INTERNAL') logBug(http.options.logger, requestId, path, thrown instanceof AppError ? (thrown.cause ?? thrown) : thrown);
  const wait = retryAfterSeconds(error);
  const body = { status: 'error', error: code, message, ...(details === null ? {} : { details }), ...(code === 'INTERNAL' ? { requestId } : {}) };
  return jsonAnswer(http, requestId, httpStatus, body, wait === null ? {} : { 'retry-after': String(wait) });
}

function jsonAnswer(http: HttpContext, requestId: string, status: number, value: unknown, more: Readonly<Record<string, string>> = {}): PlainAnswer {
  const body = JSON.stringify(value, writeBigint);
  const headers = {
    ...http.answerHeaders,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    ...more,
  };
  return { status, headers, body };
}

/** Details may hold views; their minor units go out as text, which no reader rounds. */
function writeBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
