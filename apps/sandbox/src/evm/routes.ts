import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import { dropConnection } from '../drop-connection.ts';
import type { ProviderFaults } from '../faults.ts';
import { gatewayPage, HANGS_MS } from '../gateway-page.ts';
import { readBody } from '../read-body.ts';
import type { NodeAnswer, NodeCall } from './anvil.ts';
import type { Chain } from './chain.ts';
import type { EvmChainFacts } from './facts.ts';
import type { EvmFault } from './faults.ts';
import { toHex } from './hex.ts';

/** What a public node serves; anvil's own calls, which change the chain at will, are not among it. */
const SERVED = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'trace_filter',
  'trace_transaction',
]);
const BATCH_MAX = 100;
const TOO_MANY = { code: -32_005, message: 'query returned more than 10000 results' } as const;
/** As geth says it; nothing is kept. */
const UNDERPRICED = { code: -32_000, message: 'transaction underpriced: gas tip cap 1, minimum needed 50000000' } as const;
const DEAR_FACTOR = 1_000n;
/** How long finality stands still by `finality-stalls`. */
const STALL_BLOCKS = 10;

const call = z.object({ id: z.union([z.number(), z.string(), z.null()]), method: z.string(), params: z.array(z.unknown()).default([]) });
const body = z.union([call, z.array(call).min(1).max(BATCH_MAX)]);

/**
 * A node's JSON-RPC at `/NETWORK`: calls pass to the chain's node, with the faults that are switched on.
 * @param wallet the exchange's hot wallet, in lower case
 */
export function evmRoutes(chain: Chain, faults: ProviderFaults<EvmFault>, facts: EvmChainFacts, wallet: string): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  let stalled: { readonly at: string; readonly until: number } | null = null;

  /** Whether finality stands still; its last block then. */
  async function stalledAt(): Promise<string | null> {
    const tagged = async (tag: string) => {
      const [answer] = await chain.ask([{ method: 'eth_getBlockByNumber', params: [tag, false] }]);
      return answer && 'result' in answer ? (answer.result as { readonly number: string }).number : '0x0';
    };
    if (faults.take('finality-stalls')) stalled = { at: await tagged('finalized'), until: Number(await tagged('latest')) + STALL_BLOCKS };
    if (stalled && Number(await tagged('latest')) >= stalled.until) stalled = null;
    return stalled?.at ?? null;
  }

  /** What the chain's node is asked: the same, but for the finalized block while finality stands still. */
  async function passedOn(calls: readonly NodeCall[]): Promise<NodeCall[]> {
    const isFinal = ({ method, params }: NodeCall) => method === 'eth_getBlockByNumber' && params[0] === 'finalized';
    const at = calls.some(isFinal) ? await stalledAt() : null;
    return calls.map((one) => (at !== null && isFinal(one) ? { ...one, params: [at, ...one.params.slice(1)] } : one));
  }

  /** The node's answer, with the faults that are switched on. */
  function altered({ method, params }: NodeCall, answer: NodeAnswer): NodeAnswer {
    if ('error' in answer) return answer;
    const { result } = answer;
    switch (method) {
      case 'eth_getLogs': {
        const { fromBlock, toBlock } = params[0] as { readonly fromBlock?: string; readonly toBlock?: string };
        // A node that refuses so many logs answers fewer blocks.
        if (fromBlock !== toBlock && faults.take('too-many-logs')) return { error: TOO_MANY };
        const holds = fromBlock !== undefined && Array.isArray(result) && result.length > 0;
        return holds && faults.take('logs-missing') ? { result: [] } : answer;
      }
      case 'eth_getBalance':
        return String(params[0]).toLowerCase() === wallet && faults.take('fee-coin-gone') ? { result: '0x0' } : answer;
      case 'eth_chainId':
        return faults.take('wrong-chain') ? { result: toHex(BigInt(facts.chainId) + 1n) } : answer;
      case 'eth_maxPriorityFeePerGas':
        return faults.take('gas-dear') ? { result: toHex(BigInt(String(result)) * DEAR_FACTOR) } : answer;
      default:
        return answer;
    }
  }

  async function answerAll(calls: readonly NodeCall[]): Promise<NodeAnswer[]> {
    const served = await passedOn(calls.filter(({ method }) => SERVED.has(method)));
    const answers = (await chain.ask(served)).map((answer, index) => altered(served[index] as NodeCall, answer));
    const all: NodeAnswer[] = [];
    for (const { method, params } of calls) {
      if (SERVED.has(method)) all.push(answers.shift() ?? { result: null });
      else if (method === 'eth_sendRawTransaction')
        all.push(faults.take('underpriced') ? { error: UNDERPRICED } : await chain.broadcast(String(params[0])));
      else all.push({ error: { code: -32_601, message: `the method ${method} does not exist/is not available` } });
    }
    return all;
  }

  app.post(`/${facts.code}`, async (c) => {
    if (faults.take('unreachable')) return dropConnection(c);
    if (faults.take('hangs')) await sleep(HANGS_MS);
    if (faults.take('rate-limited')) return c.json({ error: 'too many requests' }, 429);
    if (faults.take('unauthorized-page')) return gatewayPage(c, 401);
    const asked = await readBody(c, body);
    const calls = Array.isArray(asked) ? asked : [asked];
    if (faults.take('overloaded')) {
      return c.json(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'header not found: the node is overloaded' } })));
    }
    const found = await answerAll(calls);
    const answers = calls.map(({ id }, index) => ({ jsonrpc: '2.0', id, ...found[index] }));
    if (calls.some(({ method }) => method === 'eth_sendRawTransaction') && faults.take('broadcast-dropped')) return dropConnection(c);
    return c.json(Array.isArray(asked) ? answers : (answers[0] ?? {}));
  });
  return app;
}
