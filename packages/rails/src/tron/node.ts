import { z } from 'zod';
import { createHttp } from '../http.ts';
import { RailError } from '../rail-error.ts';
import type { SignedTransaction } from './transaction.ts';
import {
  accountAnswer,
  blockAnswer,
  blockList,
  broadcastAnswer,
  constantAnswer,
  infoAnswer,
  parametersAnswer,
  readJson,
  resourcesAnswer,
  shaped,
} from './wire.ts';

/** One node's HTTP interface (java-tron's, as TronGrid serves it too). */
export interface NodeOptions {
  /** `https://api.trongrid.io` */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** For one call. */
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch;
}

/** Which of a node's two views is asked: the newest blocks, or the irreversible ones. */
export type Side = 'wallet' | 'walletsolidity';

/** Response limit: the transaction results of one full block take several megabytes. */
const ANSWER_BYTES_MAX = 32_000_000;

/** What the header of a block without transactions has for the root of their tree. */
const NO_TRANSACTIONS_ROOT = '0'.repeat(64);

/** Codes of a broadcast that was neither stored nor passed on. */
const NOT_STORED: readonly string[] = ['SERVER_BUSY', 'NO_CONNECTION', 'NOT_ENOUGH_EFFECTIVE_CONNECTION', 'BLOCK_UNSOLIDIFIED', 'OTHER_ERROR'];

/** A block's place in the chain. */
export interface BlockRef {
  readonly number: number;
  /** 64 hex digits; the first 16 are the number. */
  readonly id: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** A block with its transactions. */
export interface WholeBlock extends BlockRef {
  readonly transactions: readonly BlockTransaction[];
}

/** A transaction in a block; its content is not checked. */
export type BlockTransaction = z.output<typeof blockAnswer>['transactions'][number];

/** Result of a transaction in a block. */
export type TransactionInfo = z.output<typeof infoAnswer>;

/** Whether a transaction did what it was to do. */
export function hasSucceeded({ result, receipt }: TransactionInfo): boolean {
  return result !== 'FAILED' && (receipt.result ?? 'SUCCESS') === 'SUCCESS';
}

/** Prices in sun: of one unit of energy, and of one byte of bandwidth. */
export interface Prices {
  readonly energySun: number;
  readonly byteSun: number;
}

/**
 * What an account has left of staked or delegated energy, and of bandwidth. Energy covers a part of what a call takes; bandwidth, staked or else the
 * daily free one, covers a transaction as a whole or not at all.
 */
export interface Resources {
  readonly energy: number;
  /** Size of the largest transaction that needs no TRX, in bytes. */
  readonly bandwidth: number;
}

/** A call that changes nothing. */
export interface ConstantCall {
  readonly owner: string;
  readonly contract: string;
  readonly signature: string;
  readonly parameters: string;
}

/** A node. Reads throw RailError with outcome `not-done`. Addresses are `41…` in hex. */
export interface TronNode {
  head(side: Side): Promise<BlockRef>;
  /**
   * Whole blocks of the irreversible side, both ends included.
   * @throws RailError `busy` when the node does not have all of them yet, or tells one without the transactions that its header vouches for
   */
  blocks(from: number, to: number): Promise<readonly WholeBlock[]>;
  /** @throws RailError `refused` when the contract would not do it */
  call(side: Side, call: ConstantCall): Promise<{ readonly energy: number; readonly words: readonly string[] }>;
  /** Prices that the chain's committee has set, in sun. */
  prices(): Promise<Prices>;
  /** Balance in sun at the newest block. */
  trxSun(address: string): Promise<number>;
  /** Energy and bandwidth of an account, for which it need not burn TRX; none for an address without an account. */
  resources(address: string): Promise<Resources>;
  /** A transaction on the irreversible side; null when it is not there. */
  info(txid: string): Promise<TransactionInfo | null>;
  /** Results of all transactions of a block; by default of an irreversible one. */
  infosOf(number: number, side?: Side): Promise<readonly TransactionInfo[]>;
  /** Sends; what the answer says of the transaction is not told. @throws RailError outcome `unknown` when the node did not take it */
  broadcast(transaction: SignedTransaction): Promise<void>;
}

/** Makes the client of one node. */
export function createNode(options: NodeOptions): TronNode {
  const { baseUrl, timeoutMs } = options;
  const http = createHttp({
    network: 'tron',
    baseUrl,
    timeoutMs,
    answerBytesMax: ANSWER_BYTES_MAX,
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  const headers = options.apiKey ? { 'TRON-PRO-API-KEY': options.apiKey } : {};
  const ask = async (path: string, body: unknown) => readJson(path, await http.postJson(path, body, headers));
  const read = async <T extends z.ZodType>(path: string, body: unknown, shape: T): Promise<z.output<T>> => {
    try {
      return shaped(path, await ask(path, body), shape);
    } catch (error) {
      throw error instanceof RailError ? new RailError('tron', error.trouble, 'not-done', error.message) : error;
    }
  };
  const absentOr = <T extends z.ZodType>(shape: T) => z.union([z.strictObject({}).transform(() => null), shape]);
  return {
    head: async (side) => blockRef(await read(`${side}/getnowblock`, {}, blockAnswer)),
    async blocks(from, to) {
      const path = 'walletsolidity/getblockbylimitnext';
      const found = (await read(path, { startNum: from, endNum: to + 1 }, absentOr(blockList)))?.block ?? [];
      if (found.length < to - from + 1) throw busy(path, 'the node does not have all blocks yet');
      return found.map((one, index) => ({ ...blockRef(one, from + index), transactions: wholeOf(path, one) }));
    },
    async call(side, { owner, contract, signature, parameters: parameter }) {
      const body = { owner_address: owner, contract_address: contract, function_selector: signature, parameter, visible: false };
      const path = `${side}/triggerconstantcontract`;
      const answer = await read(path, body, constantAnswer);
      const { result, code, message } = answer.result;
      if (!result || message !== undefined) {
        // Anything but the contract's own no, such as a time-out of the node, says nothing about the call.
        const isRefused = code === 'CONTRACT_VALIDATE_ERROR' || (code === undefined && /revert|validate/i.test(textOf(message)));
        throw isRefused ? refused(path, 'the contract refuses the call') : busy(path, `the node could not answer: ${code ?? textOf(message)}`);
      }
      return { energy: answer.energy_used, words: answer.constant_result };
    },
    async prices() {
      const path = 'wallet/getchainparameters';
      const { chainParameter } = await read(path, {}, parametersAnswer);
      const priceOf = (name: string) => {
        const price = chainParameter.find(({ key }) => key === name)?.value;
        if (price === undefined || price <= 0) throw malformed(path, `does not tell ${name}`);
        return price;
      };
      return { energySun: priceOf('getEnergyFee'), byteSun: priceOf('getTransactionFee') };
    },
    trxSun: async (address) => (await read('wallet/getaccount', { address, visible: false }, accountAnswer)).balance,
    async resources(address) {
      const has = await read('wallet/getaccountresource', { address, visible: false }, resourcesAnswer);
      const bandwidth = Math.max(0, has.NetLimit - has.NetUsed, has.freeNetLimit - has.freeNetUsed);
      return { energy: Math.max(0, has.EnergyLimit - has.EnergyUsed), bandwidth };
    },
    async info(txid) {
      const path = 'walletsolidity/gettransactioninfobyid';
      const found = await read(path, { value: txid }, absentOr(infoAnswer));
      if (found && found.id !== txid) throw malformed(path, 'tells of another transaction');
      return found;
    },
    async infosOf(number, side = 'walletsolidity') {
      const path = `${side}/gettransactioninfobyblocknum`;
      const infos = (await read(path, { num: number }, absentOr(z.array(infoAnswer)))) ?? [];
      if (infos.some((one) => one.blockNumber !== number)) throw malformed(path, 'tells of another block');
      return infos;
    },
    async broadcast(transaction) {
      const path = 'wallet/broadcasttransaction';
      const answer = shaped(path, await ask(path, transaction), broadcastAnswer);
      const code = 'code' in answer ? answer.code : null;
      if (code !== null && NOT_STORED.includes(code)) throw new RailError('tron', 'busy', 'unknown', `${path}: not taken: ${code}`);
    },
  };
}

function blockRef(read: z.output<typeof blockAnswer>, asked?: number): BlockRef {
  const { number, timestamp } = read.block_header.raw_data;
  const isItself = read.blockID.startsWith(number.toString(16).padStart(16, '0'));
  if (!isItself || (asked !== undefined && number !== asked)) throw malformed('block', 'is not what it says');
  return { number, id: read.blockID, at: timestamp };
}

/**
 * The transactions of a block. A node may tell a block without them, which by itself looks like one that has none: only its header shows the difference.
 * Whether the root is that of these transactions cannot be checked: it is over their bytes in the block, of which an answer tells only what the node has
 * names for. One transaction with an unknown field would stop all reading.
 */
function wholeOf(path: string, { transactions, block_header: header }: z.output<typeof blockAnswer>): readonly BlockTransaction[] {
  const { number, txTrieRoot } = header.raw_data;
  if ((transactions.length === 0) === (txTrieRoot === NO_TRANSACTIONS_ROOT)) return transactions;
  throw busy(path, `the node tells block ${number} with other transactions than its header`);
}

/** Message of a node, which is hex. */
function textOf(message: string | undefined): string {
  return Buffer.from(message ?? '', 'hex').toString();
}

function busy(path: string, why: string): RailError {
  return new RailError('tron', 'busy', 'not-done', `${path}: ${why}`);
}

function malformed(path: string, why: string): RailError {
  return new RailError('tron', 'malformed', 'not-done', `${path} ${why}`);
}

function refused(path: string, why: string): RailError {
  return new RailError('tron', 'refused', 'not-done', `${path}: ${why}`);
}
