import { z } from 'zod';
import { toHex } from './hex.ts';
import type { LoggedNode } from './node.ts';
import type { PoolTransaction } from './pool.ts';

/** A transfer of the coin in a block. Addresses in lower case, amount in wei. */
export interface CoinTransfer {
  readonly txid: string;
  /** `TXID:coin` for what a transaction itself moves; `block:NUMBER:TO` for what contracts move to one address within a block, as its balance tells it. */
  readonly reference: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly at: Date;
}

/** Transfers of the coin in all blocks, oldest first. */
export type ReadCoinHistory = (node: LoggedNode) => Promise<readonly CoinTransfer[]>;

/** Blocks asked for at once. */
const BLOCKS_MAX = 100;

const amount = z.string().transform(BigInt);
const header = z.object({ hash: z.string(), timestamp: z.string().transform(Number), transactions: z.array(z.string()) });
const moved = z.union([
  z.object({ from: z.string(), to: z.string(), value: amount }),
  z
    .object({ address: z.string(), refundAddress: z.string(), balance: amount })
    .transform(({ address, refundAddress, balance }) => ({ from: address, to: refundAddress, value: balance })),
  z.looseObject({}).transform(() => null),
]);
const traces = z.array(z.object({ action: moved, error: z.string().nullish(), traceAddress: z.array(z.int()), transactionHash: z.string() }));

interface ReadBlock {
  readonly hash: string;
  readonly transfers: readonly CoinTransfer[];
}

/** Opens a history that remembers the blocks that it has read, as long as the chain keeps them. */
export function openCoinHistory(): ReadCoinHistory {
  const read: ReadBlock[] = [];

  /** Forgets blocks that the chain has dropped. */
  async function forgetDropped(node: LoggedNode): Promise<void> {
    while (read.length > 0) {
      const found = header.nullable().parse(await node.read('eth_getBlockByNumber', toHex(read.length - 1), false));
      if (found?.hash === read.at(-1)?.hash) return;
      read.pop();
    }
  }

  return async (node) => {
    await forgetDropped(node);
    const head = Number(await node.read<string>('eth_blockNumber'));
    while (read.length <= head) {
      const numbers = Array.from({ length: Math.min(BLOCKS_MAX, head + 1 - read.length) }, (_, n) => read.length + n);
      const answers = await node.ask(numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [toHex(number), false] })));
      for (const [index, answer] of answers.entries()) {
        if ('error' in answer) throw new Error(`a block is not told: ${answer.error.message}`);
        const { hash, timestamp, transactions } = header.parse(answer.result);
        const number = numbers[index] ?? 0;
        read.push({ hash, transfers: transactions.length === 0 ? [] : await transfersIn(node, number, new Date(timestamp * 1_000)) });
      }
    }
    return read.flatMap(({ transfers }) => transfers);
  };
}

/** Transfers of the coin among waiting transactions. */
export function waitingCoinTransfers(pool: readonly PoolTransaction[], at: Date): CoinTransfer[] {
  return pool.flatMap(({ hash, from, to, input, value }) => {
    if (to === null || input !== '0x' || BigInt(value) === 0n) return [];
    return [{ txid: hash, reference: `${hash}:coin`, from: from.toLowerCase(), to: to.toLowerCase(), amount: BigInt(value), at }];
  });
}

async function transfersIn(node: LoggedNode, number: number, at: Date): Promise<readonly CoinTransfer[]> {
  const told = traces.parse(await node.read('trace_block', toHex(number)));
  // What a failed call moved, its callees included, was taken back.
  const failed = told.filter(({ error }) => error);
  const isTakenBack = ({ transactionHash, traceAddress }: (typeof told)[number]) =>
    failed.some((one) => one.transactionHash === transactionHash && one.traceAddress.every((place, depth) => traceAddress[depth] === place));
  const kept = told.flatMap((one) => {
    const { action, transactionHash: txid, traceAddress } = one;
    if (action === null || action.value === 0n || isTakenBack(one)) return [];
    const reference = traceAddress.length === 0 ? `${txid}:coin` : `block:${number}:${action.to}`;
    return [{ txid, reference, from: action.from, to: action.to, amount: action.value, at }];
  });
  return [...Map.groupBy(kept, ({ reference }) => reference).values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, amount: more.reduce((sum, one) => sum + one.amount, first.amount) }] : [],
  );
}
