import { AppError, ERROR_CODES, type ErrorCode, type ErrorParams, type ErrorStatus } from '@quydoi/contract/errors';
import type { Locale } from '@quydoi/domain/locales';
import { translateError } from '@quydoi/messages/translate';
import type { z } from 'zod';

/** An invalid field of a request. `problem` is the schema's own word: `invalid_type`, `too_big`, `not_storable`. */
export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

/** An error as callers see it, over tRPC and REST: never a stack, never a cause. */
export interface ErrorAnswer {
  readonly code: ErrorCode;
  readonly httpStatus: ErrorStatus;
  /** For people, in the caller's language. */
  readonly message: string;
  readonly params: ErrorParams;
  readonly details: unknown;
  readonly requestId: string;
}

/** The answer to a call that an error refuses, in the language of its caller. */
export function errorAnswerOf(error: AppError, locale: Locale, requestId: string): ErrorAnswer {
  const { code, params, details } = error;
  return { code, httpStatus: ERROR_CODES[code], message: translateError(locale, code, params), params, details, requestId };
}

/** Anything thrown as an error that callers may see: a refusal as it is, a bug as INTERNAL without its words. */
export function toAppError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('INTERNAL');
}

/** The refusal of input that does not fit its schema. */
export function validationFailed(issues: readonly z.core.$ZodIssue[]): AppError {
  return fieldsInvalid(issues.map((issue) => ({ field: issue.path.map(String).join('.'), problem: issue.code })));
}

/** The refusal of single fields. */
export function fieldsInvalid(fields: readonly FieldProblem[]): AppError {
  return new AppError('VALIDATION_FAILED', { fields: fields.map(({ field }) => field).join(', ') }, { fields });
}

/** Header that ends the connection after a body that was too large, so that the rest of the body is not read. */
export function closingHeaders(code: ErrorCode | null): Readonly<Record<string, string>> {
  return code === 'PAYLOAD_TOO_LARGE' ? { connection: 'close' } : {};
}

/** Seconds after which a refused caller may try again, where the refusal says so. */
export function retryAfterSeconds(error: AppError): number | null {
  const details = error.details;
  if (details === null || typeof details !== 'object' || !('retryAfterSeconds' in details)) return null;
  return typeof details.retryAfterSeconds === 'number' ? details.retryAfterSeconds : null;
}
