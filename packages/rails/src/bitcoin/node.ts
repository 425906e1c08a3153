import { larger, parseDecimal } from '@quydoi/domain/money';
import { z } from 'zod';
import { RailError } from '../rail-error.ts';
import { type Outpoint, parseBlock, parseTransaction, type RawBlock, type RawTransaction } from './block.ts';
import type { BitcoinChain } from './chains.ts';
import { createCoreRpc, failure, hash, hexText, type NodeOptions, RPC_ERRORS } from './core-rpc.ts';
import { FALLBACK_RATE, type FeeRate, RELAY_MIN } from './fees.ts';

/** Amounts and rates in bitcoin, as nodes write them in JSON: their eight decimals are exact in a double. */
export const coinAmount = z.number().transform((value, context) => {
  const units = parseDecimal(value.toFixed(8).replace(/^-/, ''), 8);
  if (units === null) context.addIssue({ code: 'custom', message: 'no amount' });
  return units ?? 0n;
});

const header = z.object({
  hash,
  height: z.int().min(0),
  /** By the miner's clock, in Unix seconds: it may be earlier than that of the block before. */
  time: z.int(),
  /** Median of the last eleven times, in Unix seconds: every later block has a later time (BIP 113). */
  mediantime: z.int(),
});
const transaction = z.object({
  hex: hexText,
  blockhash: hash.optional(),
  blocktime: z.int().optional(),
  confirmations: z.int().min(0).default(0),
});
const estimate = z.object({ feerate: coinAmount.optional() });
const mempoolInfo = z.object({ mempoolminfee: coinAmount });
const mempoolEntry = z.object({
  time: z.int(),
  ancestorsize: z.int().positive(),
  fees: z.object({ ancestor: coinAmount }),
});

/** A block header. */
export type Header = z.output<typeof header>;

/** A transaction that the node knows. */
export interface FoundTransaction extends RawTransaction {
  readonly raw: string;
  /** 0 in the mempool. */
  readonly confirmations: number;
  /** Block of the main chain; null in the mempool. */
  readonly block: { readonly hash: string; readonly at: Date } | null;
}

/** An unconfirmed transaction, with all unconfirmed ones that it depends on. */
export interface WaitingTransaction {
  /** When the node got it. */
  readonly since: Date;
  readonly vsize: number;
  /** In satoshi. */
  readonly fee: bigint;
}

/** A node. Reads throw RailError with outcome `not-done`, also when the node is of another chain. */
export interface BitcoinNode {
  tip(): Promise<Header>;
  /** Block headers by height, both ends included. @throws RailError `busy` when the node does not have them all */
  headers(from: number, to: number): Promise<readonly Header[]>;
  /** Whole blocks by height, both ends included. @throws RailError `busy` when the node does not have them all, as parts of one chain */
  blocks(from: number, to: number): Promise<readonly RawBlock[]>;
  /** Transactions in the chain or the mempool; null for those in neither. @throws RailError `busy` while the node's index is behind */
  transactions(txids: readonly string[]): Promise<readonly (FoundTransaction | null)[]>;
  /** Whether outputs exist in the chain and no block of it spends them; the mempool does not count. */
  areUnspent(outpoints: readonly Outpoint[]): Promise<readonly boolean[]>;
  /** What the mempool has of transactions; null for those that it has not. */
  waiting(txids: readonly string[]): Promise<readonly (WaitingTransaction | null)[]>;
  /** Rate that gets a transfer into one of the next blocks, by another node's estimate while this one has none. */
  feeRate(): Promise<FeeRate>;
  /** Rate below which the node keeps no transaction now: its mempool is full of better ones. */
  poolMin(): Promise<FeeRate>;
  /** The node's own estimate of that rate; null while it has none, as for hours after a start. */
  estimate(): Promise<FeeRate | null>;
  /** Sends. @throws RailError outcome `unknown` when the node did not take it */
  broadcast(raw: string): Promise<void>;
}

/** Blocks after which a transfer should be mined, for the estimate of its rate. */
const TARGET_BLOCKS = 3;
const GET_ESTIMATE = { method: 'estimatesmartfee', params: [TARGET_BLOCKS] } as const;
/** The node has searched its index and does not know the transaction; without an index, or with one that is behind, it says otherwise. */
const ABSENT = /^No such mempool or blockchain transaction\. Use/;
/** Answers of a node that has the transaction, or a conflicting one, or waits for a higher fee: the chain tells which. */
const KNOWN = /already|txn-mempool-conflict|missingorspent|inputs-spent|insufficient fee|min fee not met/i;

/** Creates the client of one node. @param estimateElsewhere asks the other nodes; null when none of them has an estimate either */
export function createNode(chain: BitcoinChain, options: NodeOptions, estimateElsewhere: () => Promise<FeeRate | null>): BitcoinNode {
  const rpc = createCoreRpc(chain, options);

  async function headers(from: number, to: number): Promise<readonly Header[]> {
    const heights = Array.from({ length: to - from + 1 }, (_, n) => [from + n]);
    const hashes = await rpc.readAll('getblockhash', heights, hash);
    return rpc.readAll(
      'getblockheader',
      hashes.map((one) => [one, true]),
      header,
    );
  }

  return {
    headers,
    async tip() {
      const best = await rpc.read('getbestblockhash', [], hash);
      return rpc.read('getblockheader', [best, true], header);
    },
    async blocks(from, to) {
      const heights = Array.from({ length: to - from + 1 }, (_, n) => [from + n]);
      const hashes = await rpc.readAll('getblockhash', heights, hash);
      const blocks: RawBlock[] = [];
      for (const one of hashes) {
        const raw = await rpc.read('getblock', [one, 0], hexText);
        const block = parsed(() => parseBlock(raw, one), 'getblock');
        if (blocks.length > 0 && block.parentHash !== blocks.at(-1)?.hash) throw failure('busy', 'the chain changed while it was read');
        blocks.push(block);
      }
      return blocks;
    },
    async transactions(txids) {
      const method = 'getrawtransaction';
      const answers = txids.length === 0 ? [] : await rpc.ask(txids.map((txid) => ({ method, params: [txid, true] })));
      return answers.map((answer, n) => {
        if ('error' in answer && answer.error.code === RPC_ERRORS.notFound && ABSENT.test(answer.error.message)) return null;
        const { hex: raw, blockhash, blocktime, confirmations } = rpc.resultOf(method, answer, transaction);
        const read = parsed(() => parseTransaction(raw), method);
        if (read.txid !== txids[n]) throw failure('malformed', `${method}: another transaction`);
        const isMined = confirmations > 0 && blockhash !== undefined && blocktime !== undefined;
        return { ...read, raw, confirmations, block: isMined ? { hash: blockhash, at: new Date(blocktime * 1_000) } : null };
      });
    },
    async areUnspent(outpoints) {
      const params = outpoints.map(({ txid, vout }) => [txid, vout, false]);
      return (await rpc.readAll('gettxout', params, z.looseObject({}).nullable())).map((found) => found !== null);
    },
    async waiting(txids) {
      const method = 'getmempoolentry';
      const answers = txids.length === 0 ? [] : await rpc.ask(txids.map((txid) => ({ method, params: [txid] })));
      return answers.map((answer) => {
        if ('error' in answer && answer.error.code === RPC_ERRORS.notFound) return null;
        const { time, ancestorsize, fees } = rpc.resultOf(method, answer, mempoolEntry);
        return { since: new Date(time * 1_000), vsize: ancestorsize, fee: fees.ancestor };
      });
    },
    async feeRate() {
      const [told, mempool] = await rpc.ask([GET_ESTIMATE, { method: 'getmempoolinfo', params: [] }]);
      const { feerate } = rpc.resultOf(GET_ESTIMATE.method, told, estimate);
      const { mempoolminfee } = rpc.resultOf('getmempoolinfo', mempool, mempoolInfo);
      return [RELAY_MIN, mempoolminfee, feerate ?? (await estimateElsewhere()) ?? FALLBACK_RATE].reduce(larger);
    },
    poolMin: async () => (await rpc.read('getmempoolinfo', [], mempoolInfo)).mempoolminfee,
    estimate: async () => (await rpc.read(GET_ESTIMATE.method, GET_ESTIMATE.params, estimate)).feerate ?? null,
    async broadcast(raw) {
      const method = 'sendrawtransaction';
      const [answer] = await rpc.call([{ method, params: [raw] }]);
      if (!answer || !('error' in answer)) return;
      const { code, message } = answer.error;
      const isKnown = code === RPC_ERRORS.alreadyMined || code === RPC_ERRORS.missingInputs || KNOWN.test(message);
      if (!isKnown) throw new RailError('bitcoin', 'busy', 'unknown', `${method}: not taken: ${message}`);
    },
  };
}

function parsed<T>(read: () => T, method: string): T {
  try {
    return read();
  } catch (error) {
    throw failure('malformed', `${method}: ${error instanceof Error ? error.message : 'malformed'}`);
  }
}
