import { z } from 'zod';
import { askNotDone, createJsonRpc, type RpcAnswer, type RpcCall } from '../chain/json-rpc.ts';
import { RailError } from '../rail-error.ts';
import type { EvmChain } from './chains.ts';
import { isKnownTransaction, isLimit, isReverted, isStateGone, isTooFast, isUnsupported, StateGone, Untraced } from './node-errors.ts';
import { type Trace, trace } from './traces.ts';
import {
  type Block,
  block,
  type ChainLog,
  count,
  type Header,
  header,
  hexText,
  log,
  placedTransaction,
  quantity,
  type Receipt,
  receipt,
} from './wire.ts';

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
  /** In wei, as hex with `0x`. */
  readonly value?: string;
  /** Prices of gas that the called contract sees (EIP-1559), in wei, as hex with `0x`; none by default. */
  readonly maxFeePerGas?: string;
  readonly maxPriorityFeePerGas?: string;
  /** Delegations that hold before the call (EIP-7702), as JSON-RPC writes them. */
  readonly authorizationList?: readonly object[];
}

/** An address at a block. */
export interface AccountState {
  readonly wallet: string;
  readonly at: StateBlock;
}

/** A node. Reads throw RailError with outcome `not-done`, also when the node is of another chain. */
export interface EvmNode {
  /** The newest block, and the newest one that the node calls finalized; null while it calls none so. */
  heads(): Promise<{ readonly latest: Header; readonly finalized: Header | null }>;
  /**
   * Blocks by number, both ends included, in one request.
   * @throws RailError `busy` when the node does not have them all; `too-long` when so many at once are too much
   */
  headers(from: number, to: number): Promise<readonly Header[]>;
  /** As `headers`, with their transactions. */
  blocks(from: number, to: number): Promise<readonly Block[]>;
  /** Logs of all contracts, or of one, with this first topic. @throws RailError `too-long` when so many at once are too much */
  logs(from: number, to: number, topic: string, contract?: string): Promise<readonly ChainLog[]>;
  /** Logs of one block by its hash. @throws RailError `busy` when the node does not have it */
  logsOf(blockHash: string, topic: string, contract?: string): Promise<readonly ChainLog[]>;
  /**
   * All logs of one block that has some, by its hash, as its receipts hold them; none from a node that tells no receipts of blocks.
   * @throws RailError `busy` when the node has the block without its receipts
   */
  receiptLogsOf(blockHash: string): Promise<readonly ChainLog[]>;
  receipt(txid: string): Promise<Receipt | null>;
  /** Receipts of transactions, each null where the node has none. */
  receipts(txids: readonly string[]): Promise<readonly (Receipt | null)[]>;
  /** A transaction and the block that it is in; null for one that the node does not know. */
  transaction(txid: string): Promise<z.output<typeof placedTransaction> | null>;
  /** Transactions that an address has in the chain up to a block: its next nonce. @throws StateGone as `coinsAt` does */
  nonce(wallet: string, at: StateBlock): Promise<number>;
  /** Coins of an address, in wei, in the newest block. */
  coins(wallet: string): Promise<bigint>;
  /** Coins of addresses at blocks, in wei. @throws StateGone when the node has a block's state no more */
  coinsAt(states: readonly AccountState[]): Promise<readonly bigint[]>;
  /** Code of each address at a block, in hex with `0x`; that of one that delegates (EIP-7702) names the contract. @throws StateGone as `coinsAt` does */
  codes(states: readonly AccountState[]): Promise<readonly string[]>;
  /**
   * Traces of blocks, both ends included, that call one of some addresses, or end a contract in its favour.
   * @throws Untraced when the node does not tell them all; StateGone when it traces nothing
   */
  tracesTo(from: number, to: number, addresses: readonly string[]): Promise<readonly Trace[]>;
  /** All traces of transactions. @throws Untraced and StateGone as `tracesTo` does */
  tracesOf(txids: readonly string[]): Promise<readonly (readonly Trace[])[]>;
  /** The words of a call's answer. @throws RailError `refused` when the contract would not do it */
  call(call: NodeCall, at: StateBlock): Promise<readonly string[]>;
  /** Gas that a call takes. @throws RailError `refused` when the contract would not do it */
  estimateGas(call: NodeCall): Promise<bigint>;
  gasPrice(): Promise<GasPrice>;
  /** Sends. @throws RailError outcome `unknown` when the node did not take it */
  broadcast(raw: string): Promise<void>;
}

/** Maximum calls of one request, besides the one for the node's chain: many nodes take 100. */
export const CALLS_MAX = 90;
/** Traces asked for at once. */
const TRACES_MAX = 1_000;

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

  /** Reads in as many requests as the number of calls needs. */
  async function askAll(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    const answers: RpcAnswer[] = [];
    for (let first = 0; first < calls.length; first += CALLS_MAX) answers.push(...(await ask(calls.slice(first, first + CALLS_MAX))));
    return answers;
  }

  /** Reads of addresses at blocks. @throws StateGone when the node has a block's state no more */
  async function readStates<T extends z.ZodType>(method: string, states: readonly AccountState[], shape: T): Promise<readonly z.output<T>[]> {
    const answers = await askAll(states.map(({ wallet, at }) => ({ method, params: [wallet, tagOf(at)] })));
    const gone = answers.find((answer) => 'error' in answer && isStateGone(answer.error));
    if (gone && 'error' in gone) throw new StateGone(network, `${method}: ${gone.error.message}`);
    return answers.map((answer) => resultOf(method, answer, shape));
  }

  async function readReceipts(txids: readonly string[]): Promise<readonly (Receipt | null)[]> {
    const method = 'eth_getTransactionReceipt';
    const answers = await askAll(txids.map((txid) => ({ method, params: [txid] })));
    return answers.map((answer, index) => {
      const found = resultOf(method, answer, receipt.nullable());
      if (found && found.transactionHash !== txids[index]) throw fail('malformed', `${method}: another transaction`);
      return found;
    });
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

  function tracesIn(method: string, answer: RpcAnswer | undefined): readonly Trace[] {
    if (answer && 'error' in answer) {
      const why = `${method}: ${answer.error.message}`;
      if (isUnsupported(answer.error)) throw new StateGone(network, why);
      throw new Untraced(network, why, isStateGone(answer.error));
    }
    // Some nodes tell the failure of a block among the entries.
    const parsed = z.array(trace).safeParse(answer?.result);
    if (!parsed.success) throw new Untraced(network, `${method}: another shape`);
    return parsed.data;
  }

  async function readLogs(place: object, topic: string, contract?: string): Promise<readonly ChainLog[]> {
    const method = 'eth_getLogs';
    const filter = { ...place, topics: [topic], ...(contract ? { address: contract } : {}) };
    const [answer] = await ask([{ method, params: [filter] }]);
    if (answer && 'error' in answer && isLimit(answer.error)) throw fail('too-long', `${method}: ${answer.error.message}`);
    return resultOf(method, answer, z.array(log));
  }

  async function readBlocks<T extends z.ZodType<Header>>(from: number, to: number, shape: T, isFull: boolean): Promise<readonly z.output<T>[]> {
    const method = 'eth_getBlockByNumber';
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const answers = await ask(numbers.map((number) => ({ method, params: [toHex(number), isFull] })));
    const limited = numbers.length === 1 ? undefined : answers.find((answer) => 'error' in answer && isLimit(answer.error));
    if (limited && 'error' in limited) throw fail('too-long', `${method}: ${limited.error.message}`);
    return answers.map((answer, index) => {
      const one = resultOf(method, answer, shape.nullable());
      if (!one) throw fail('busy', 'the node does not have all blocks yet');
      if (one.number !== from + index) throw fail('malformed', `${method}: another block`);
      return one;
    });
  }

  return {
    async heads() {
      const method = 'eth_getBlockByNumber';
      const [latest, finalized] = await ask(['latest', 'finalized'].map((tag) => ({ method, params: [tag, false] })));
      // Nodes answer an error before the first finalized block.
      const isUnknown = finalized !== undefined && 'error' in finalized && !isLimit(finalized.error) && !isTooFast(finalized.error);
      return { latest: resultOf(method, latest, header), finalized: isUnknown ? null : resultOf(method, finalized, header.nullable()) };
    },
    headers: (from, to) => readBlocks(from, to, header, false),
    blocks: (from, to) => readBlocks(from, to, block, true),
    logs: (from, to, topic, contract) => readLogs({ fromBlock: toHex(from), toBlock: toHex(to) }, topic, contract),
    logsOf: (blockHash, topic, contract) => readLogs({ blockHash }, topic, contract),
    async receiptLogsOf(blockHash) {
      const method = 'eth_getBlockReceipts';
      const [answer] = await ask([{ method, params: [blockHash] }]);
      if (answer && 'error' in answer && isUnsupported(answer.error)) return [];
      const held = resultOf(method, answer, z.array(z.object({ logs: z.array(log) })).nullable());
      if (!held || held.length === 0) throw fail('busy', `${method}: the node has no receipts of the block ${blockHash}`);
      return held.flatMap(({ logs }) => logs);
    },
    receipt: async (txid) => (await readReceipts([txid]))[0] ?? null,
    receipts: readReceipts,
    async transaction(txid) {
      const method = 'eth_getTransactionByHash';
      const found = await read(method, [txid], placedTransaction.nullable());
      if (found && found.hash !== txid) throw fail('malformed', `${method}: another transaction`);
      return found;
    },
    nonce: async (wallet, at) => (await readStates('eth_getTransactionCount', [{ wallet, at }], count))[0] ?? 0,
    coins: (wallet) => read('eth_getBalance', [wallet, 'latest'], quantity),
    coinsAt: (states) => readStates('eth_getBalance', states, quantity),
    codes: (states) => readStates('eth_getCode', states, hexText),
    async tracesTo(from, to, addresses) {
      const method = 'trace_filter';
      const filter = { fromBlock: toHex(from), toBlock: toHex(to), toAddress: addresses, count: TRACES_MAX };
      const traces = tracesIn(method, (await ask([{ method, params: [filter] }]))[0]);
      if (traces.length >= TRACES_MAX) throw new Untraced(network, `${method}: ${TRACES_MAX} traces or more`);
      return traces;
    },
    async tracesOf(txids) {
      const method = 'trace_transaction';
      const answers = await askAll(txids.map((txid) => ({ method, params: [txid] })));
      return answers.map((answer) => tracesIn(method, answer));
    },
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
      if (answer && 'error' in answer && !isKnownTransaction(answer.error)) {
        throw new RailError(network, 'busy', 'unknown', `${method}: not taken: ${answer.error.message}`);
      }
    },
  };
}

function tagOf(block: StateBlock): string {
  return block === 'latest' ? block : toHex(block);
}

/** A quantity as JSON-RPC writes it, in hex with `0x`. */
export function toHex(number: number | bigint): string {
  return `0x${number.toString(16)}`;
}
