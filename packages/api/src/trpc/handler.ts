import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { AppError, type ErrorCode } from '@quydoi/contract/errors';
import { NOUNS } from '@quydoi/contract/nouns';
import type { NounTables, Procedure } from '@quydoi/contract/procedure';
import { InvariantError } from '@quydoi/domain/invariant';
import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { checkAccess } from '../access.ts';
import { closingHeaders, errorAnswerOf, retryAfterSeconds, toAppError } from '../errors.ts';
import type { PlainAnswer } from '../fast-path/plain-answer.ts';
import { headOf, type RequestContext, type RequestHead } from '../fast-path/request-head.ts';
import { serializeView } from '../fast-path/serialize-view.ts';
import { decodeText, readBody, readBytes } from '../http/body.ts';
import { authenticate, checkHeaders, readCaller } from '../http/caller.ts';
import type { HttpContext } from '../http/context.ts';
import type { PlainHeaders } from '../http/security-headers.ts';
import { createSessionCookie } from '../http/session.ts';
import { chargeRefusal } from '../limits.ts';
import { logBug } from '../log-bug.ts';
import type { Answer, FrameworkAnswer } from '../observe.ts';
import { appErrorOf, rememberCaller } from './format-error.ts';
import { appRouter } from './router.ts';
import { transformer } from './transformer.ts';

/** Path under which the router is mounted. */
export const TRPC_PATH = '/trpc';
/** Largest number of calls in one batch. */
const BATCH_CALLS_MAX = 10;
/** Largest body of a call or batch, in bytes. */
const BODY_BYTES_MAX = 65_536;
/** JSON-RPC error code of requests that reach no procedure: the one tRPC uses for BAD_REQUEST. */
const BAD_REQUEST_RPC_CODE = -32_600;
/** The router's procedures by path. */
const PROCEDURES = appRouter._def.procedures as unknown as Readonly<Record<string, { readonly _def: { readonly type: string } }>>;

/** Answers `/trpc/*`. */
export async function answerTrpc(c: RequestContext, http: HttpContext): Promise<Answer> {
  const head = headOf(c);
  const visitor = readCaller(head, http);
  // tRPC answers HEAD without calling anything.
  if (head.method === 'HEAD') return { status: 204, headers: http.answerHeaders, body: null, requestId: visitor.requestId, errorCode: null };
  try {
    checkHeaders(head, http, visitor);
    const caller = await authenticate(visitor, head, http);
    const mutation = unbatchedMutationOf(c, head);
    if (mutation !== null) {
      const row = rowOf(mutation);
      const { bodyBytesMax } = row;
      if (bodyBytesMax === undefined) return await answerMutation(c, http, caller, mutation, BODY_BYTES_MAX);
      // Access and rate limits come before the body is read, because a file takes much memory.
      checkAccess(row, caller.principal);
      http.limiter.take('upload', caller, 1);
      http.limiter.takePrincipal('upload', caller.principal, 1);
      const sender = customerIdOf(caller) ?? caller.addressBlock;
      return await http.largeBodies.run(sender, () => answerMutation(c, http, caller, mutation, bodyBytesMax));
    }
    return await answerByAdapter(await checkedRequest(c.req.raw), http, caller);
  } catch (thrown) {
    return refusalOf(http, visitor, c.req.path, thrown);
  }
}

/** Route pattern of a request to the router, for observation. */
export function trpcRoute(path: string): string {
  const name = path.slice(TRPC_PATH.length + 1);
  if (name.includes(',')) return `${TRPC_PATH}/batch`;
  return Object.hasOwn(PROCEDURES, name) ? `${TRPC_PATH}/${name}` : `${TRPC_PATH}/unknown`;
}

/** Queries and batches, by tRPC's own adapter. */
async function answerByAdapter(request: Request, http: HttpContext, caller: Caller): Promise<Answer> {
  let errorCode: ErrorCode | null = null;
  const refusals: AppError[] = [];
  const cookie = createSessionCookie(http, caller);
  const response = await fetchRequestHandler({
    endpoint: TRPC_PATH,
    req: request,
    router: appRouter,
    maxBatchSize: BATCH_CALLS_MAX,
    createContext: () => ({ ports: http.exchange, caller, onSession: cookie.onSession, isByAdapter: true }),
    onError({ error, path }) {
      rememberCaller(error, caller);
      const refusal = appErrorOf(error);
      const { code } = refusal;
      refusals.push(refusal);
      errorCode ??= code;
      if (code === 'INTERNAL') logBug(http.options.logger, caller.requestId, path ?? '', error.cause ?? error);
    },
    responseMeta: ({ errors }) => ({
      headers: { ...http.answerHeaders, 'x-request-id': caller.requestId, ...cookie.headers(), ...retryHeader(errors) },
    }),
  });
  for (const refusal of refusals) {
    const charged = chargeRefusal(http.limiter, caller, refusal);
    if (charged !== refusal) return refusalOf(http, caller, '', charged);
  }
  const answer: FrameworkAnswer = { response, status: response.status, requestId: caller.requestId, errorCode };
  return answer;
}

/** Answers an error in tRPC's format, for requests that never reach a procedure. Refusals are charged, bugs are logged. */
export function refusalOf(http: HttpContext, caller: Caller, path: string, thrown: unknown): PlainAnswer {
  const error = toAppError(chargeRefusal(http.limiter, caller, thrown));
  if (error.code === 'INTERNAL') logBug(http.options.logger, caller.requestId, path, thrown);
  const data = errorAnswerOf(error, caller.locale, caller.requestId);
  const body = { error: serializeView({ code: BAD_REQUEST_RPC_CODE, message: data.message, data }) };
  return callAnswer(http, caller, data.httpStatus, body, error.code, retryAfterSeconds(error));
}

/** Name of the mutation that an unbatched POST of our client calls; null for every other request. */
function unbatchedMutationOf(c: RequestContext, head: RequestHead): string | null {
  if (head.method !== 'POST' || c.req.raw.url.includes('?') || head.header('trpc-accept') !== undefined) return null;
  if (head.header('content-type') !== 'application/json') return null;
  const name = c.req.path.slice(TRPC_PATH.length + 1);
  return Object.hasOwn(PROCEDURES, name) && PROCEDURES[name]?._def.type === 'mutation' ? name : null;
}

/** Calls one mutation through tRPC's procedures, without its HTTP adapter: batches and streams make that cost more than the call. */
async function answerMutation(c: RequestContext, http: HttpContext, caller: Caller, path: string, bodyBytesMax: number): Promise<PlainAnswer> {
  const cookie = createSessionCookie(http, caller);
  const ctx = { ports: http.exchange, caller, onSession: cookie.onSession };
  const bytes = await readBody(c, bodyBytesMax);
  try {
    const getRawInput = async () => transformer.input.deserialize(parseBody(bytes));
    const data = await callTRPCProcedure({ router: appRouter, path, getRawInput, ctx, type: 'mutation', signal: undefined, batchIndex: 0 });
    return callAnswer(http, caller, 200, { result: { data: serializeView(data) } }, null, null, cookie.headers());
  } catch (thrown) {
    const error = getTRPCErrorFromUnknown(thrown);
    const refusal = appErrorOf(error);
    const charged = chargeRefusal(http.limiter, caller, refusal);
    if (charged !== refusal) return refusalOf(http, caller, path, charged);
    if (refusal.code === 'INTERNAL') logBug(http.options.logger, caller.requestId, path, error.cause ?? error);
    const shape = getTRPCErrorShape({ config: appRouter._def._config, error, type: 'mutation', path, input: undefined, ctx });
    return callAnswer(http, caller, shape.data.httpStatus, { error: serializeView(shape) }, refusal.code, retryAfterSeconds(refusal));
  }
}

/** The contract's row of a procedure of the router. */
function rowOf(path: string): Procedure {
  const [noun = '', name = ''] = path.split('.');
  const row = (NOUNS.customer as NounTables)[noun]?.[name];
  if (row === undefined) throw new InvariantError(`${path} is no procedure`);
  return row;
}

/** Parses a JSON body. @throws TRPCError PARSE_ERROR, as tRPC does; AppError BODY_INVALID for text that is not UTF-8 */
function parseBody(bytes: Uint8Array): unknown {
  const text = decodeText(bytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TRPCError({ code: 'PARSE_ERROR', cause });
  }
}

function callAnswer(
  http: HttpContext,
  { requestId }: Caller,
  status: number,
  value: unknown,
  errorCode: ErrorCode | null,
  waitSeconds: number | null,
  more: PlainHeaders = {},
): PlainAnswer {
  const body = JSON.stringify(value);
  const headers = {
    ...http.answerHeaders,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    ...(waitSeconds === null ? {} : { 'retry-after': String(waitSeconds) }),
    ...closingHeaders(errorCode),
    ...more,
  };
  return { status, headers, body, requestId, errorCode };
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
