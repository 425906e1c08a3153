import { z } from 'zod';
import { askNotDone, createJsonRpc, type RpcAnswer, type RpcCall, type RpcFault } from '../chain/json-rpc.ts';
import { RailError } from '../rail-error.ts';
import type { EvmChain } from './chains.ts';

/** Access to one node. */
export interface NodeOptions {
  /** JSON-RPC over HTTP, with the provider's key where it has one. */
  readonly url: string;
  /** For one request. */
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch;
}

/** Block that a state is read at: the newest one, or one by its number. */
export type StateBlock = 'latest' | number;

const hexText = z.string().regex(/^0x(?:[0-9a-f]{2})*$/);
const hash = z.string().regex(/^0x[0-9a-f]{64}$/);
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .toLowerCase();
const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/)
  .transform(BigInt);
const count = quantity.pipe(z.coerce.number<bigint>().max(Number.MAX_SAFE_INTEGER));

const header = z.object({
  number: count,
  hash,
  parentHash: hash,
  timestamp: count,
  baseFeePerGas: quantity.default(0n),
  logsBloom: z.string().regex(/^0x[0-9a-f]{512}$/),
});
const log = z.object({
  address,
  topics: z.array(hash),
  data: hexText,
  blockNumber: count,
  blockHash: hash,
  transactionHash: hash,
  logIndex: count,
});
const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: count,
  status: z.enum(['0x0', '0x1']),
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  logs: z.array(log),
});

/** A block, without its transactions. Time in Unix seconds. */
export type Header = z.output<typeof header>;
/** A log with its place in the chain. */
export type ChainLog = z.output<typeof log>;
/** The result of a transaction in a block. */
export type Receipt = z.output<typeof receipt>;

/** What a price of gas is made of, in wei: the newest block's base fee, and the tip that validators take now. */
export interface GasPrice {
  readonly base: bigint;
  readonly tip: bigint;
}

/** A call of a contract, or a transfer. */
export interface NodeCall {
  readonly from: string;
  readonly to: string;
  readonly data: string;
}

/** A node. Reads throw RailError with outcome `not-done`, also when the node is of another chain. */
export interface EvmNode {
  /** The newest block, and the newest one that the node calls finalized; null while it calls none so. */
  heads(): Promise<{ readonly latest: Header; readonly finalized: Header | null }>;
  /** Blocks by number, both ends included. @throws RailError `busy` when the node does not have them all, as parts of one chain */
  headers(from: number, to: number): Promise<readonly Header[]>;
  /** Logs of all contracts, or of one, with this first topic. @throws TooManyLogs when the node refuses so many at once */
  logs(from: number, to: number, topic: string, contract?: string): Promise<readonly ChainLog[]>;
  /** Logs of one block by its hash. @throws RailError `busy` when the node does not have it */
  logsOf(blockHash: string, topic: string, contract?: string): Promise<readonly ChainLog[]>;
  receipt(txid: string): Promise<Receipt | null>;
  /** Transactions that an address has in the chain up to a block: its next nonce. */
  nonce(wallet: string, at: StateBlock): Promise<number>;
  /** Coins of an address, in wei. */
  coins(wallet: string): Promise<bigint>;
  /** The words of a call's answer. @throws RailError `refused` when the contract would not do it */
  call(call: NodeCall, at: StateBlock): Promise<readonly string[]>;
  /** Gas that a call takes. @throws RailError `refused` when the contract would not do it */
  estimateGas(call: NodeCall): Promise<bigint>;
  gasPrice(): Promise<GasPrice>;
  /** Sends. @throws RailError outcome `unknown` when the node did not take it */
  broadcast(raw: string): Promise<void>;
}

/** A node refuses to answer with so many logs: fewer blocks have to be asked for at once. */
export class TooManyLogs extends Error {
  override readonly name = 'TooManyLogs';
}

const REVERTED = 3;
const LIMIT_EXCEEDED = -32_005;
const TOO_MANY = /limit|too many|exceed|range|more than|too large|response size/i;
/** Answers of a node that has the transaction already, whose chain has gone past it, or that waits for a higher price: the receipts tell which. */
const KNOWN = /already known|already imported|already exists|known transaction|nonce too low|underpriced|less than block base fee/i;

/** Creates the client of one node. */
export function createNode(chain: EvmChain, options: NodeOptions): EvmNode {
  const network = chain.code;
  const rpc = createJsonRpc({ network, ...options });
  const fail = (trouble: RailError['trouble'], why: string) => new RailError(network, trouble, 'not-done', why);

  /** Reads in one request. A proxy may lead elsewhere at any time, so each request asks for the chain too. */
  async function ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    const [own, ...answers] = await askNotDone(rpc, [{ method: 'eth_chainId', params: [] }, ...calls]);
    // Where the whole request was too much, no answer is of any chain.
    if (own && 'error' in own && isLimit(own.error) && answers.every((answer) => 'error' in answer)) return answers;
    const chainId = own && 'result' in own ? count.safeParse(own.result).data : undefined;
    if (chainId === undefined) throw fail('busy', 'the node does not tell its chain');
    if (chainId !== chain.chainId) throw fail('malformed', `the node is of chain ${chainId}, not ${chain.chainId}`);
    return answers;
  }

  function resultOf<T extends z.ZodType>(method: string, answer: RpcAnswer | undefined, shape: T): z.output<T> {
    if (!answer) throw fail('malformed', `${method}: no answer`);
    if ('error' in answer) throw fail(isReverted(answer.error) ? 'refused' : 'busy', `${method}: ${answer.error.message}`);
    const parsed = shape.safeParse(answer.result);
    if (!parsed.success) throw fail('malformed', `${method}: another shape`);
    return parsed.data;
  }

  async function read<T extends z.ZodType>(method: string, params: readonly unknown[], shape: T): Promise<z.output<T>> {
    return resultOf(method, (await ask([{ method, params }]))[0], shape);
  }

  async function readLogs(place: object, topic: string, contract?: string): Promise<readonly ChainLog[]> {
    const method = 'eth_getLogs';
    const filter = { ...place, topics: [topic], ...(contract ? { address: contract } : {}) };
    const [answer] = await ask([{ method, params: [filter] }]);
    if (answer && 'error' in answer && isLimit(answer.error)) throw new TooManyLogs(answer.error.message);
    return resultOf(method, answer, z.array(log));
  }

  return {
    async heads() {
      const method = 'eth_getBlockByNumber';
      const [latest, finalized] = await ask(['latest', 'finalized'].map((tag) => ({ method, params: [tag, false] })));
      // Nodes answer an error before the first finalized block.
      const isUnknown = finalized !== undefined && 'error' in finalized && !isLimit(finalized.error);
      return { latest: resultOf(method, latest, header), finalized: isUnknown ? null : resultOf(method, finalized, header.nullable()) };
    },
    async headers(from, to) {
      const method = 'eth_getBlockByNumber';
      const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      const answers = await ask(numbers.map((number) => ({ method, params: [toHex(number), false] })));
      const found = answers.map((answer) => resultOf(method, answer, header.nullable()));
      return found.map((one, index) => {
        if (!one) throw fail('busy', 'the node does not have all blocks yet');
        if (one.number !== from + index) throw fail('malformed', `${method}: another block`);
        if (index > 0 && one.parentHash !== found[index - 1]?.hash) throw fail('busy', 'the chain changed while it was read');
        return one;
      });
    },
    logs: (from, to, topic, contract) => readLogs({ fromBlock: toHex(from), toBlock: toHex(to) }, topic, contract),
    logsOf: (blockHash, topic, contract) => readLogs({ blockHash }, topic, contract),
    async receipt(txid) {
      const method = 'eth_getTransactionReceipt';
      const found = await read(method, [txid], receipt.nullable());
      if (found && found.transactionHash !== txid) throw fail('malformed', `${method}: another transaction`);
      return found;
    },
    nonce: (wallet, at) => read('eth_getTransactionCount', [wallet, tagOf(at)], count),
    coins: (wallet) => read('eth_getBalance', [wallet, 'latest'], quantity),
    call: async (call, at) => (await read('eth_call', [call, tagOf(at)], hexText)).slice(2).match(/.{64}/g) ?? [],
    estimateGas: (call) => read('eth_estimateGas', [call], quantity),
    async gasPrice() {
      const [newest, tip] = await ask([
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
        { method: 'eth_maxPriorityFeePerGas', params: [] },
      ]);
      const told = resultOf('eth_maxPriorityFeePerGas', tip, quantity);
      return {
        base: resultOf('eth_getBlockByNumber', newest, header).baseFeePerGas,
        tip: told > chain.tipWeiMin ? told : chain.tipWeiMin,
      };
    },
    async broadcast(raw) {
      const method = 'eth_sendRawTransaction';
      const [answer] = await rpc([{ method, params: [raw] }]);
      if (answer && 'error' in answer && !KNOWN.test(answer.error.message)) {
        throw new RailError(network, 'busy', 'unknown', `${method}: not taken: ${answer.error.message}`);
      }
    },
  };
}

function isReverted({ code, message }: RpcFault): boolean {
  return code === REVERTED || /revert/i.test(message);
}

function isLimit({ code, message }: RpcFault): boolean {
  return code === LIMIT_EXCEEDED || TOO_MANY.test(message);
}

function tagOf(block: StateBlock): string {
  return block === 'latest' ? block : toHex(block);
}

function toHex(number: number): string {
  return `0x${number.toString(16)}`;
}
