import type { NetworkCode } from '@quydoi/domain/networks';
import { z } from 'zod';
import { createHttp, type HttpAnswer } from '../http.ts';
import { RailError } from '../rail-error.ts';

/** A JSON-RPC endpoint (JSON-RPC 2.0 over HTTP). */
export interface JsonRpcOptions {
  readonly network: NetworkCode;
  /** With user and password where the endpoint asks for them (HTTP Basic). */
  readonly url: string;
  /** For one request. */
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch;
}

/** One call of a batch. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** How an endpoint answers a call: its result, or its error. */
export type RpcAnswer = { readonly result: unknown } | { readonly error: RpcFault };

/** An error of an endpoint. Codes below -32000 are JSON-RPC's; 3 is a reverted call (EIP-1474 and geth). */
export interface RpcFault {
  readonly code: number;
  readonly message: string;
}

/** Sends a batch of calls in one request and returns the answers in their order. @throws RailError outcome `unknown`, or `not-done` when nothing was sent */
export type AskRpc = (calls: readonly RpcCall[]) => Promise<readonly RpcAnswer[]>;

/** Limit of a response: the logs of some blocks take several megabytes. */
const ANSWER_BYTES_MAX = 32_000_000;

const fault = z.object({ code: z.int(), message: z.string() });
const answer = z.union([z.object({ id: z.int(), error: fault }), z.object({ id: z.int(), result: z.unknown() })]);
const answers = z.array(answer);
/** Statuses of an error in JSON-RPC's form. */
const REFUSED: readonly number[] = [200, 400, 413];
/** Statuses of a node that answers nothing for now: it is over its quota, takes our key for refused, or is overloaded. */
const BUSY: readonly number[] = [401, 403, 429, 503];
/** An error of the request as a whole, which is that of each call: some endpoints give it no id. */
const refusal = z.object({ error: fault });

/** Creates the client of one endpoint. */
export function createJsonRpc({ network, url, timeoutMs, fetch }: JsonRpcOptions): AskRpc {
  const { origin, pathname, search, username, password } = new URL(url);
  const headers = username === '' ? undefined : { authorization: `Basic ${btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)}` };
  const http = createHttp({ network, baseUrl: origin, timeoutMs, answerBytesMax: ANSWER_BYTES_MAX, ...(fetch ? { fetch } : {}) });
  const post = async (body: unknown, what: string) => {
    try {
      return await http.postJson(`${pathname}${search}`, body, headers);
    } catch (error) {
      // Providers put our API key into the path.
      throw error instanceof RailError
        ? new RailError(network, error.trouble, error.outcome, error.message.replace(`POST ${pathname}`, what))
        : error;
    }
  };
  return async (calls) => {
    const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    const what = calls.map(({ method }) => method).join(' ');
    const read = readAnswers(network, what, calls.length, await post(body, what));
    return calls.map((_, id) => {
      const own = read.find((one) => one.id === id);
      if (!own) throw new RailError(network, 'malformed', 'unknown', `${what}: an answer is missing`);
      return 'error' in own ? { error: own.error } : { result: own.result };
    });
  };
}

function readAnswers(network: NetworkCode, what: string, calls: number, { status, text }: HttpAnswer): z.output<typeof answers> {
  const trouble = (kind: RailError['trouble'], why: string) => new RailError(network, kind, 'unknown', `${what}: ${why}`);
  const parsed = parseJson(text);
  // Gateways before a node answer 401 also while they are overloaded or restarted: what it says of our key is no reason to close the chain for good.
  if (BUSY.includes(status)) throw trouble('busy', `answered ${status}`);
  // A batch that is too large for geth is answered by a list of one error, with the id of the first call.
  const whole = refusal.safeParse(Array.isArray(parsed) && parsed.length === 1 && calls > 1 ? parsed[0] : parsed);
  if (whole.success && REFUSED.includes(status)) return Array.from({ length: calls }, (_, id) => ({ id, error: whole.data.error }));
  if (status !== 200) throw trouble('unreachable', `answered ${status}`);
  // The page of something before the node, which passes: the node itself would have answered JSON, whatever it was asked.
  if (parsed === undefined) throw trouble('busy', 'not JSON');
  const read = answers.safeParse(parsed);
  if (!read.success) throw trouble('malformed', 'another shape');
  return read.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Asks calls that only read: a failed one has changed nothing, whatever became of its request. @throws RailError outcome `not-done` */
export async function askNotDone(rpc: AskRpc, calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
  try {
    return await rpc(calls);
  } catch (error) {
    throw error instanceof RailError ? new RailError(error.network, error.trouble, 'not-done', error.message) : error;
  }
}
