import { z } from 'zod';
import { type AskRpc, askNotDone, createJsonRpc, type RpcAnswer, type RpcCall } from '../chain/json-rpc.ts';
import { RailError, type RailTrouble } from '../rail-error.ts';
import type { BitcoinChain } from './chains.ts';

/** Access to one node (Bitcoin Core, with `txindex=1`). */
export interface NodeOptions {
  /** JSON-RPC over HTTP, with the node's user and password. */
  readonly url: string;
  /** For one request. */
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch;
}

/** Error codes that answer the question, rather than report a failure (`rpc/protocol.h` in Bitcoin Core). */
export const RPC_ERRORS = { notFound: -5, noWallet: -18, missingInputs: -25, alreadyMined: -27 } as const;

/** Reads of one node. All throw RailError with outcome `not-done`, also when the node is of another chain. */
export interface CoreRpc {
  /** Makes several calls in one batch. Returns the node's answer to each, errors included. */
  ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]>;
  /** The result of a call. @throws RailError when the node answers an error, or something of another shape */
  read<T extends z.ZodType>(method: string, params: readonly unknown[], shape: T): Promise<z.output<T>>;
  /** The results of the same call with several parameters. */
  readAll<T extends z.ZodType>(method: string, params: readonly (readonly unknown[])[], shape: T): Promise<readonly z.output<T>[]>;
  resultOf<T extends z.ZodType>(method: string, answer: RpcAnswer | undefined, shape: T): z.output<T>;
  /** Calls without the checks of a read: its outcome is unknown. */
  readonly call: AskRpc;
}

/** Makes an error of a read. */
export function failure(trouble: RailTrouble, why: string): RailError {
  return new RailError('bitcoin', trouble, 'not-done', why);
}

/** Creates the client of a node. @param wallet name of a wallet of the node, for calls that concern one */
export function createCoreRpc({ genesis }: BitcoinChain, { url, ...options }: NodeOptions, wallet?: string): CoreRpc {
  const address = new URL(url);
  if (wallet !== undefined) address.pathname = `${address.pathname.replace(/\/$/, '')}/wallet/${encodeURIComponent(wallet)}`;
  const call = createJsonRpc({ network: 'bitcoin', url: address.href, ...options });

  /** A proxy may lead elsewhere at any time, so each request asks for the chain too. */
  async function ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    const [first, ...answers] = await askNotDone(call, [{ method: 'getblockhash', params: [0] }, ...calls]);
    if (!first || 'error' in first) throw failure('busy', `the node does not tell its chain: ${first?.error.message}`);
    if (first.result !== genesis) throw failure('malformed', 'the node is of another chain');
    return answers;
  }

  function resultOf<T extends z.ZodType>(method: string, answer: RpcAnswer | undefined, shape: T): z.output<T> {
    if (!answer) throw failure('malformed', `${method}: no answer`);
    if ('error' in answer) throw failure('busy', `${method}: ${answer.error.message}`);
    const parsed = shape.safeParse(answer.result);
    if (!parsed.success) throw failure('malformed', `${method}: another shape`);
    return parsed.data;
  }

  return {
    call,
    ask,
    resultOf,
    read: async (method, params, shape) => resultOf(method, (await ask([{ method, params }]))[0], shape),
    readAll: async (method, params, shape) => {
      const answers = params.length === 0 ? [] : await ask(params.map((one) => ({ method, params: one })));
      return answers.map((answer) => resultOf(method, answer, shape));
    },
  };
}

/** A hash, or the id of a transaction. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** Bytes in hex. */
export const hexText = z.string().regex(/^(?:[0-9a-f]{2})+$/);
