import { createBlockTimer } from '../chain/block-timer.ts';
import type { ProviderFaults } from '../faults.ts';
import type { Branch } from '../network.ts';
import type { NodeCall } from './anvil.ts';
import { type CustomerWallets, isCustomers, RAISED_FEE } from './customer-wallets.ts';
import { BATCH_OPERATOR, BATCH_WALLET, type EvmChainFacts } from './facts.ts';
import type { EvmFault } from './faults.ts';
import { toHex } from './hex.ts';
import type { LoggedNode } from './node.ts';
import type { EvmPace } from './options.ts';
import { readWholePool } from './pool.ts';

/** Blocks for which fees stay high once they have risen: longer than a transfer is waited for before it is replaced. */
const RISEN_BLOCKS = 60;
/** Blocks deeper than irreversible ones whose transactions are still known, so that these can be replaced too. */
const KNOWN_DEPTH = 2;

/** Makes the blocks of a chain, and drops some again. */
export interface Blocks {
  /** Continues from the newest block of a node that has just started. */
  begin(node: LoggedNode): Promise<void>;
  /** Makes the blocks that are due: after a time without requests only so many that what happened before is irreversible. */
  advance(node: LoggedNode): Promise<void>;
  /** Makes blocks at once. */
  mine(node: LoggedNode, count: number): Promise<void>;
  /**
   * Drops blocks and makes as many others. What was in them is sent again after that; in a full branch, each block has what the one that it replaces had.
   * In the nonce of a payment that vanishes its sender pays itself, as one who spends twice does, or pays the same at a higher fee.
   */
  drop(node: LoggedNode, depth: number, branch?: Branch): Promise<void>;
  /** Raises the base fee of the next blocks. @param baseFee in wei */
  raiseFees(baseFee: bigint): void;
}

/** Settings of the blocks of a chain. */
export interface BlockSettings {
  readonly facts: EvmChainFacts;
  readonly pace: EvmPace;
  readonly now: () => Date;
}

/** Creates the block maker of a chain. */
export function createBlocks({ facts, pace, now }: BlockSettings, faults: ProviderFaults<EvmFault>, wallets: CustomerWallets): Blocks {
  const timer = createBlockTimer(pace.blockMs, facts.finalBlocks + 1, now);
  let tipSeconds = 0;
  /** The base fee that blocks have while it has risen, and for how many more. */
  let risen = { baseFee: 0n, blocks: 0 };

  async function readTip(node: LoggedNode): Promise<void> {
    tipSeconds = Number((await node.read<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)).timestamp);
  }

  /** The base fee that the next block has because fees have risen; null when they have not. */
  function nextRisenFee(): bigint | null {
    if (risen.blocks === 0) return null;
    risen = { ...risen, blocks: risen.blocks - 1 };
    return risen.baseFee;
  }

  /**
   * @param left blocks of this run after this one
   * @param baseFee in wei; null for what follows from the block before
   */
  async function mineBlock(node: LoggedNode, left: number, baseFee = nextRisenFee()): Promise<void> {
    if (baseFee !== null) await node.change('anvil_setNextBlockBaseFeePerGas', toHex(baseFee));
    tipSeconds = Math.max(Math.floor((now().getTime() - left * pace.blockMs) / 1_000), tipSeconds + 1);
    await node.change('evm_mine', { timestamp: tipSeconds });
  }

  /** Makes a block, and applies faults to the transactions of the newest blocks. */
  async function step(node: LoggedNode, left: number): Promise<void> {
    await mineBlock(node, left);
    await followSent(node);
  }

  /** Forgets transactions that are irreversible, and drops the blocks of those that are to vanish. */
  async function followSent(node: LoggedNode): Promise<void> {
    const txids = [...node.sent.keys()];
    if (txids.length === 0) return;
    const head = Number(await node.read<string>('eth_blockNumber'));
    const blocks = await readBlocksOf(node, txids);
    const waiting = new Set((await readWholePool(node)).map(({ hash }) => hash));
    let mined = 0;
    for (const [index, txid] of txids.entries()) {
      const block = blocks[index] ?? null;
      // Neither mined nor waiting: another transaction has its nonce.
      if (block === null && !waiting.has(txid)) node.sent.delete(txid);
      if (block === null) continue;
      mined += 1;
      const depth = head - block + 1;
      if (depth > facts.finalBlocks + KNOWN_DEPTH) node.sent.delete(txid);
      else if (node.ghosts.has(txid) && depth === facts.finalBlocks - 1) {
        await drop(node, depth);
        node.ghosts.delete(txid);
        node.sent.delete(txid);
        return;
      }
    }
    if (mined > 0 && head > facts.finalBlocks && faults.take('reorganised')) await drop(node, facts.finalBlocks - 2);
  }

  async function drop(node: LoggedNode, depth: number, branch: Branch = 'empty'): Promise<void> {
    const sent = [...node.sent];
    const dropped = branch === 'full' ? await readNewest(node, depth) : [];
    const senders = new Set(sent.flatMap(([, { params }]) => (isCustomers(params[0]) ? params[0].from : [])));
    await node.change('anvil_rollback', depth);
    wallets.forget();
    if (senders.has(BATCH_OPERATOR)) senders.add(BATCH_WALLET);
    for (const sender of senders) await wallets.open(node, sender);
    await readTip(node);
    if (branch === 'empty') {
      for (let left = depth - 1; left >= 0; left -= 1) await mineBlock(node, left);
      await sendAgain(node, sent);
      return;
    }
    // Block by block, at the fees that these had: a sweep needs the fund of a block before it, and what was cheap must not become too cheap.
    for (const [index, { baseFeePerGas, transactions }] of dropped.entries()) {
      await sendAgain(
        node,
        sent.filter(([txid]) => transactions.includes(txid)),
      );
      await mineBlock(node, dropped.length - 1 - index, BigInt(baseFeePerGas));
    }
  }

  return {
    begin: readTip,
    advance: (node) => timer.makeDue(node.sent.size === 0, (left) => step(node, left)),
    async mine(node, count) {
      for (let left = count - 1; left >= 0; left -= 1) await step(node, left);
    },
    drop,
    raiseFees(baseFee) {
      risen = { baseFee, blocks: RISEN_BLOCKS };
    },
  };
}

/** A block as the node tells it. Base fee in wei, as hex; transactions by id. */
interface MinedBlock {
  readonly baseFeePerGas: string;
  readonly transactions: readonly string[];
}

/** The newest blocks, oldest first. */
async function readNewest(node: LoggedNode, count: number): Promise<MinedBlock[]> {
  const head = Number(await node.read<string>('eth_blockNumber'));
  return Promise.all(Array.from({ length: count }, (_, n) => node.read<MinedBlock>('eth_getBlockByNumber', toHex(head - count + 1 + n), false)));
}

async function sendAgain(node: LoggedNode, sent: readonly (readonly [string, NodeCall])[]): Promise<void> {
  const blocks = await readBlocksOf(
    node,
    sent.map(([txid]) => txid),
  );
  for (const [index, [txid, { method, params }]] of sent.entries()) {
    const [transaction] = params;
    if (blocks[index] !== null) continue;
    const ghost = node.ghosts.get(txid);
    if (ghost === undefined) await node.change(method, ...params);
    else if (isCustomers(transaction)) {
      await node.change(method, { ...transaction, ...(ghost === 'vanishes' ? { to: transaction.from, data: '0x' } : RAISED_FEE) });
    }
  }
}

/** The blocks of transactions; null for one that is in none. */
async function readBlocksOf(node: LoggedNode, txids: readonly string[]): Promise<(number | null)[]> {
  const answers = await node.ask(txids.map((txid) => ({ method: 'eth_getTransactionReceipt', params: [txid] })));
  return answers.map((answer) => {
    const receipt = 'result' in answer ? (answer.result as { readonly blockNumber: string } | null) : null;
    return receipt && Number(receipt.blockNumber);
  });
}
