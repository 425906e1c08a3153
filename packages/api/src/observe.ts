import type { ErrorCode } from '@quydoi/contract/errors';
import type { PlainAnswer } from './fast-path/plain-answer.ts';
import type { HttpContext } from './http/context.ts';

/** Kinds of interfaces that requests come in by. */
export type Transport = 'trpc' | 'rest' | 'page' | 'webhook' | 'probe';

/** A finished request, for metrics and logs. Holds no personal data. */
export interface RequestEvent {
  readonly transport: Transport;
  readonly method: string;
  /** The route's pattern, such as `/trpc/orders.get` or `/webhooks/:source`; never the path that was requested. */
  readonly route: string;
  readonly status: number;
  /** From the request's head until its answer was ready to be sent. */
  readonly durationMs: number;
  /** Null for answers shared by many requests, such as snapshots and files. */
  readonly requestId: string | null;
  /** Code of the refusal; null for a success. */
  readonly errorCode: ErrorCode | null;
}

/** An answer that a framework or the page renderer made, with what observation needs. */
export interface FrameworkAnswer {
  readonly response: Response;
  readonly status: number;
  readonly requestId: string | null;
  readonly errorCode: ErrorCode | null;
}

/** An answer of any route. */
export type Answer = PlainAnswer | FrameworkAnswer;

/** The present moment for {@link observeAnswer}; reads no clock when nobody observes. */
export function startTimer({ options, monotonicMs }: HttpContext): number {
  return options.observe === undefined ? 0 : monotonicMs();
}

/** Reports a finished request, once. */
export function observeAnswer(http: HttpContext, transport: Transport, method: string, route: string, startedMs: number, answer: Answer): void {
  const { status, requestId, errorCode } = answer;
  http.options.observe?.({ transport, method, route, status, durationMs: http.monotonicMs() - startedMs, requestId, errorCode });
}
