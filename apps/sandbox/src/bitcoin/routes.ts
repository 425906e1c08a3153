import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Books } from '../books.ts';
import { dropConnection } from '../drop-connection.ts';
import type { ProviderFaults } from '../faults.ts';
import { gatewayPage, HANGS_MS } from '../gateway-page.ts';
import { readBody } from '../read-body.ts';
import type { Chain } from './chain.ts';
import type { BitcoinFault } from './faults.ts';
import { answerNode } from './node-rpc.ts';
import { type CoreAnswer, fault } from './rpc-types.ts';
import { answerWallet, WALLET_CALLS } from './wallet-rpc.ts';
import { openWatchWallet } from './watch-wallet.ts';

/** The wallet that the exchange has in its node. */
const WALLET_NAME = 'quydoi';
const OTHER_GENESIS = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const INDEX_BEHIND = fault(
  -5,
  'No such mempool or blockchain transaction. Blockchain transactions are still in the process of being indexed. Use gettransaction for wallet transactions.',
);
const DEAR_FACTOR = 1_000;
const BATCH_MAX = 500;

const call = z.object({ id: z.union([z.number(), z.string(), z.null()]), method: z.string(), params: z.array(z.unknown()).default([]) });
const body = z.union([call, z.array(call).min(1).max(BATCH_MAX)]);
type Call = z.output<typeof call>;

/** Bitcoin Core's JSON-RPC at `/bitcoin` and `/bitcoin/wallet/NAME`, with the faults that are switched on. */
export function bitcoinRoutes(books: Books, chain: Chain, faults: ProviderFaults<BitcoinFault>): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const wallet = openWatchWallet(books, WALLET_NAME);
  let isLoaded = wallet.exists();

  async function answerCall(name: string | null, { method, params }: Call, isScanning: boolean): Promise<CoreAnswer> {
    if (method === 'sendrawtransaction') {
      const rejection = await chain.broadcast(String(params[0]));
      return rejection ? { error: rejection } : { result: 'accepted' };
    }
    if (method === 'createwallet' || method === 'loadwallet') return openWallet(method, String(params[0]));
    if (WALLET_CALLS.includes(method)) {
      if (name !== WALLET_NAME) return fault(-18, 'Requested wallet does not exist or is not loaded');
      return chain.use((node) => answerWallet(node, wallet, { isLoaded, isScanning }, method, params));
    }
    const answer = await chain.use((node) => answerNode(node, chain, method, params));
    return answer ? altered(method, params, answer) : fault(-32_601, 'Method not found');
  }

  function openWallet(method: string, name: string): CoreAnswer {
    const exists = name === WALLET_NAME && wallet.exists();
    if (method === 'loadwallet' && !exists)
      return fault(-18, `Wallet file verification failed. Failed to load database path '${name}'. Path does not exist.`);
    if (method === 'createwallet' && exists)
      return fault(-4, `Wallet file verification failed. Failed to create database path '${name}'. Database already exists.`);
    if (name !== WALLET_NAME) return fault(-4, 'the sandbox has one wallet');
    wallet.create();
    isLoaded = true;
    return { result: { name, warnings: [] } };
  }

  /** The node's answer, with the faults that are switched on. */
  function altered(method: string, params: readonly unknown[], answer: CoreAnswer): CoreAnswer {
    if ('error' in answer) return answer;
    if (method === 'getblockhash' && params[0] === 0 && faults.take('wrong-chain')) return { result: OTHER_GENESIS };
    if (method === 'getrawtransaction' && faults.take('index-behind')) return INDEX_BEHIND;
    if (method === 'estimatesmartfee' && faults.take('fee-dear')) {
      const { feerate } = answer.result as { readonly feerate: number };
      return { result: { feerate: feerate * DEAR_FACTOR, blocks: params[0] } };
    }
    return answer;
  }

  async function handle(c: Context<{ Bindings: HttpBindings }>, name: string | null) {
    if (faults.take('unreachable')) return dropConnection(c);
    if (faults.take('hangs')) await sleep(HANGS_MS);
    if (faults.take('overloaded')) return c.text('Work queue depth exceeded', 503);
    if (faults.take('unauthorized-page')) return gatewayPage(c, 401);
    if (name !== null && faults.take('wallet-unloaded')) isLoaded = false;
    const isScanning = name !== null && faults.take('wallet-rescans');
    const asked = await readBody(c, body);
    const calls = Array.isArray(asked) ? asked : [asked];
    const answers: object[] = [];
    for (const one of calls) {
      const answer = await answerCall(name, one, isScanning);
      answers.push('error' in answer ? { result: null, error: answer.error, id: one.id } : { result: answer.result, error: null, id: one.id });
    }
    if (calls.some(({ method }) => method === 'sendrawtransaction') && faults.take('broadcast-dropped')) return dropConnection(c);
    return c.json(Array.isArray(asked) ? answers : (answers[0] ?? {}));
  }

  app.post('/bitcoin', (c) => handle(c, null));
  app.post('/bitcoin/wallet/:name', (c) => handle(c, c.req.param('name')));
  return app;
}
