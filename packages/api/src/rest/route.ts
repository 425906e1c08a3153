import type { Caller } from '@quydoi/contract/caller';
import type { z } from 'zod';
import { fieldsInvalid, validationFailed } from '../errors.ts';
import type { GuardedExchange } from '../guard.ts';
import { findUnstorableText } from '../storable-text.ts';
import type { RestAnswer } from './envelope.ts';
import type { Fields } from './fields.ts';

/** Call context of a REST route: the use cases and the caller. */
export interface RestCall {
  readonly exchange: GuardedExchange;
  readonly caller: Caller;
}

/** A route of the public API. Source of the router, the OpenAPI document and the fuzzer. */
export interface RestRoute {
  /** Below `/api/v1/`. */
  readonly path: string;
  /** The fields of `body` are those of a POST's body, and of a GET's query. */
  readonly method: 'GET' | 'POST';
  readonly summary: string;
  readonly body: z.ZodObject;
  /** Schema of `data` in the response, for the documentation. */
  readonly data: z.ZodType;
  /** @throws AppError */
  run(call: RestCall, fields: Fields): Promise<RestAnswer>;
}

/** Declares a route, a POST unless said otherwise: `handle` receives the parsed body. Field names match in any case; unknown ones are ignored. */
export function defineRoute<B extends z.ZodObject>(
  route: Omit<RestRoute, 'run' | 'body' | 'method'> & {
    readonly method?: 'GET';
    readonly body: B;
    handle(call: RestCall, body: z.output<B>): Promise<RestAnswer>;
  },
): RestRoute {
  const { path, method = 'POST', summary, body, data, handle } = route;
  return { path, method, summary, body, data, run: async (call, fields) => handle(call, readBody(body, fields)) };
}

function readBody<B extends z.ZodObject>(schema: B, fields: Fields): z.output<B> {
  const known = Object.keys(schema.shape).map((name) => [name, fields.get(name.toLowerCase())] as const);
  const parsed = schema.safeParse(Object.fromEntries(known.filter(([, value]) => value !== undefined)));
  if (!parsed.success) throw validationFailed(parsed.error.issues);
  const unstorable = findUnstorableText(parsed.data);
  if (unstorable !== null) throw fieldsInvalid([{ field: unstorable, problem: 'not_storable' }]);
  return parsed.data;
}
