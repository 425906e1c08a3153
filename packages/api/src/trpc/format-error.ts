import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { DEFAULT_LOCALE } from '@quydoi/domain/locales';
import type { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { type ErrorAnswer, errorAnswerOf, validationFailed } from '../errors.ts';

/** Callers of requests that failed before they had a context. */
const callers = new WeakMap<TRPCError, Caller>();

/** Notes who gets an error, for errors that come before the context does. */
export function rememberCaller(error: TRPCError, caller: Caller): void {
  callers.set(error, caller);
}

/** The error of the contract that an error of tRPC stands for. */
export function appErrorOf(error: TRPCError): AppError {
  if (error.cause instanceof AppError) return error.cause;
  switch (error.code) {
    case 'NOT_FOUND':
      return new AppError('NOT_FOUND');
    case 'METHOD_NOT_SUPPORTED':
      return new AppError('METHOD_NOT_ALLOWED');
    case 'PAYLOAD_TOO_LARGE':
      return new AppError('PAYLOAD_TOO_LARGE');
    case 'BAD_REQUEST':
      return error.cause instanceof ZodError ? validationFailed(error.cause.issues) : new AppError('BODY_INVALID');
    case 'PARSE_ERROR':
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new AppError('BODY_INVALID');
    default:
      return new AppError('INTERNAL');
  }
}

/** The error that a tRPC client sees: our code and words in `data`, the words once more as its message. */
export function formatError<S extends { readonly code: number }>(options: {
  readonly shape: S;
  readonly error: TRPCError;
  readonly ctx?: { readonly caller: Caller } | undefined;
}): { code: S['code']; message: string; data: ErrorAnswer } {
  const caller = options.ctx?.caller ?? callers.get(options.error);
  const data = errorAnswerOf(appErrorOf(options.error), caller?.locale ?? DEFAULT_LOCALE, caller?.requestId ?? '');
  return { code: options.shape.code, message: data.message, data };
}
