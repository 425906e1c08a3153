import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import superjson from 'superjson';
import { readBytes } from '../body.ts';
import { admit, type RequestContext, readCaller } from '../caller.ts';
import type { Door } from '../door.ts';
import { describeError, retryAfterSeconds, toAppError } from '../errors.ts';
import { logBug } from '../log-bug.ts';
import { appRouter } from './customer.ts';
import { appErrorOf, rememberCaller } from './format-error.ts';

/** Path under which the router stands. */
export const TRPC_PATH = '/trpc';
/** Most calls in one batch. */
const BATCH_CALLS_MAX = 10;
/** Largest body of a call or batch, in bytes. */
const BODY_BYTES_MAX = 65_536;
/** JSON-RPC code of errors that come before a procedure; tRPC's own for a bad request. */
const BAD_REQUEST_RPC_CODE = -32_600;

/** Answers `/trpc/*`. */
export async function answerTrpc(c: RequestContext, door: Door): Promise<Response> {
  const caller = readCaller(c, door);
  try {
    admit(c, door, caller);
    const request = await checkedRequest(c.req.raw);
    return await fetchRequestHandler({
      endpoint: TRPC_PATH,
      req: request,
      router: appRouter,
      maxBatchSize: BATCH_CALLS_MAX,
      createContext: () => ({ exchange: door.exchange, caller }),
      onError({ error, path }) {
        rememberCaller(error, caller);
        if (appErrorOf(error).code === 'INTERNAL') logBug(door.options.logger, caller.requestId, path ?? '', error.cause ?? error);
      },
      responseMeta: ({ errors }) => ({ headers: { ...door.answerHeaders, 'x-request-id': caller.requestId, ...retryHeader(errors) } }),
    });
  } catch (thrown) {
    return refuseCall(door, caller, c.req.path, thrown);
  }
}

/** A refusal as tRPC would write it, for requests that never reach a procedure. A bug is logged. */
export function refuseCall(door: Door, caller: Caller, path: string, thrown: unknown): Response {
  const error = toAppError(thrown);
  if (error.code === 'INTERNAL') logBug(door.options.logger, caller.requestId, path, thrown);
  const data = describeError(error, caller.locale, caller.requestId);
  const shape = superjson.serialize({ code: BAD_REQUEST_RPC_CODE, message: data.message, data });
  const wait = retryAfterSeconds(error);
  return new Response(JSON.stringify({ error: shape }), {
    status: data.httpStatus,
    headers: {
      ...door.answerHeaders,
      'content-type': 'application/json',
      'x-request-id': caller.requestId,
      ...(wait === null ? {} : { 'retry-after': String(wait) }),
    },
  });
}

/** The request with its size known. @throws AppError BODY_INVALID, PAYLOAD_TOO_LARGE, NOT_FOUND for a path that cannot be decoded */
async function checkedRequest(request: Request): Promise<Request> {
  if (!isDecodable(new URL(request.url).pathname)) throw new AppError('NOT_FOUND');
  if (request.method !== 'POST') return request;
  if (!(request.headers.get('content-type') ?? '').startsWith('application/json')) throw new AppError('BODY_INVALID');
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) <= BODY_BYTES_MAX) return request;
  const body = await readBytes(request, BODY_BYTES_MAX);
  return new Request(request.url, { method: 'POST', headers: request.headers, body });
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function retryHeader(errors: readonly TRPCError[]): Record<string, string> {
  const waits = errors.map((error) => retryAfterSeconds(appErrorOf(error)) ?? 0);
  const longest = Math.max(0, ...waits);
  return longest > 0 ? { 'retry-after': String(longest) } : {};
}
