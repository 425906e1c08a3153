import { NETWORKS } from '@quydoi/domain/networks';
import { createBlockTimer } from '../chain/block-timer.ts';
import type { ProviderFaults } from '../faults.ts';
import type { Branch } from '../network.ts';
import type { BitcoinFault } from './faults.ts';
import { type ChainNode, FIRST_BLOCKS } from './node.ts';
import type { BitcoinPace } from './options.ts';
import { minedAt, RELAY_RATE } from './policy.ts';
import type { Tricks } from './tricks.ts';

/** Confirmations that make a payment final. */
export const FINAL = NETWORKS.bitcoin.finality.by === 'confirmations' ? NETWORKS.bitcoin.finality.blocks : 1;
/** Blocks at most for a time without requests: more than the median of times looks back on. */
const CATCH_UP = 12;
/** Usual fee rate, in satoshi for a thousand vbytes. */
const USUAL_RATE = 3_000n;
/** Time between the first blocks of a chain. */
const FIRST_BLOCK_SECONDS = 600;

/** Makes the blocks of the chain, and drops some again. */
export interface Blocks {
  /** Continues the chain of a node that has just started. A new chain gets blocks, ten minutes apart, and what `fund` sends becomes final. */
  begin(node: ChainNode, fund: () => Promise<void>): Promise<void>;
  /** Makes the blocks that are due: after a time without requests only so many that the chain's clock is right again. */
  advance(node: ChainNode): Promise<void>;
  /** Makes blocks at once. */
  mine(node: ChainNode, count: number): Promise<void>;
  /**
   * Drops blocks and makes one more than were dropped, all empty but for the first one of a full branch; the dropped transactions wait again, or are in
   * that one. A payment that is to vanish is replaced by one that returns its coin to the payer.
   */
  drop(node: ChainNode, depth: number, branch?: Branch): Promise<void>;
  /** Rate that gets a transaction into the next blocks, in satoshi for a thousand vbytes. */
  rate(): bigint;
  /** Raises the rate that the next blocks ask for. @param count number of these blocks */
  raiseRate(rate: bigint, count: number): void;
}

/** Settings of the blocks of the chain. */
export interface BlockSettings {
  readonly pace: BitcoinPace;
  readonly now: () => Date;
}

/** Creates the block maker of the chain. */
export function createBlocks({ pace, now }: BlockSettings, faults: ProviderFaults<BitcoinFault>, tricks: Tricks): Blocks {
  const timer = createBlockTimer(pace.blockMs, CATCH_UP, now);
  let busy = { rate: RELAY_RATE, untilHeight: 0 };
  let height = 0;
  const seconds = () => Math.floor(now().getTime() / 1_000);
  const isBusy = () => height < busy.untilHeight;

  /** Makes a block, and applies faults to waiting and new transactions. @param left blocks of this run after this one */
  async function step(node: ChainNode, left: number): Promise<void> {
    await tricks.replaceWaiting(node, seconds());
    const chosen = minedAt(node.pool(), isBusy() ? busy.rate : RELAY_RATE);
    const block = await node.mine(seconds() - Math.floor((left * pace.blockMs) / 1_000), (txid) => chosen.has(txid));
    height = block.height;
    const moved = block.transactions.filter(({ isCoinbase }) => !isCoinbase);
    const isVanishing = moved.some(({ txid }) => tricks.has(txid));
    if (isVanishing || (moved.length > 0 && faults.take('reorganised'))) await drop(node, FINAL - 1);
  }

  async function drop(node: ChainNode, depth: number, branch: Branch = 'empty'): Promise<void> {
    const times = Math.min(depth, node.ledger.blocks.length - FIRST_BLOCKS);
    for (const { txid, raw } of await node.drop(times)) await node.take(tricks.afterDrop(txid, raw), seconds());
    for (let left = times; left >= 0; left -= 1) await node.mine(seconds() - left, () => branch === 'full' && left === times);
    height = node.ledger.blocks.length - 1;
  }

  return {
    async begin(node, fund) {
      if (node.ledger.blocks.length === 1) {
        for (let left = FIRST_BLOCKS; left > 0; left -= 1) await node.mine(seconds() - left * FIRST_BLOCK_SECONDS, () => true);
        await fund();
        for (let left = CATCH_UP; left > 0; left -= 1) await node.mine(seconds() - left, () => true);
        timer.restart();
      }
      height = node.ledger.blocks.length - 1;
    },
    advance: (node) => timer.makeDue(node.pool().length === 0 && tricks.isEmpty(), (left) => step(node, left)),
    async mine(node, count) {
      for (let left = count - 1; left >= 0; left -= 1) await step(node, left);
    },
    drop,
    rate: () => (isBusy() ? (busy.rate * 5n) / 4n : USUAL_RATE),
    raiseRate(rate, count) {
      busy = { rate, untilHeight: height + count };
    },
  };
}
