import type { PlainAnswer } from './plain-answer.ts';
import type { RequestHead } from './request-head.ts';

/** A polled request without a body that the fast path answers. */
export interface Poll {
  /** Its route's pattern, for observation. */
  readonly route: string;
  /** Synchronous wherever the data is cached. Never throws: a refusal is an answer. */
  answer(head: RequestHead): PlainAnswer | Promise<PlainAnswer>;
}

/** Recognises polls by method and target of the request line; null for every other request. */
export type FindPoll = (method: string | undefined, target: string) => Poll | null;
