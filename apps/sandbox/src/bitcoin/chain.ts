import type { Books } from '../books.ts';
import { createExclusiveNode } from '../chain/exclusive-node.ts';
import type { ProviderFaults } from '../faults.ts';
import type { Branch } from '../network.ts';
import { type BlockSettings, createBlocks } from './blocks.ts';
import { findCustomerCoin, readHoldings } from './coins.ts';
import { CUSTOMER_RATE, CUSTOMER_SCRIPT, PAYMENT_VSIZE, signCustomerPayment } from './customer.ts';
import type { BitcoinFault } from './faults.ts';
import type { PlainTransaction } from './ledger.ts';
import { type ChainNode, openNode } from './node.ts';
import { feeAt, type Rejection } from './policy.ts';
import { openChainStore } from './store.ts';
import { createTricks, TRICKS } from './tricks.ts';

/** One output of a transaction, in a block or waiting for one. */
export interface Movement {
  readonly txid: string;
  readonly vout: number;
  readonly script: string;
  /** In satoshi. */
  readonly amount: bigint;
  /** The customer's account where a customer paid; null where the exchange did. */
  readonly payer: string | null;
  readonly at: Date;
}

/** A chain as one node sees it. The node starts with the first use. */
export interface Chain {
  /** Reads the chain, after the blocks that are due, or changes it; one such call after the other. */
  use<T>(work: (node: ChainNode) => T | Promise<T>): Promise<T>;
  /** Accepts a signed transaction into the pool. @returns null, or the reason for refusing it */
  broadcast(raw: string): Promise<Rejection | null>;
  /** Pays from the customers' wallet. @returns the transaction's id */
  pay(script: string, amount: bigint, payer: string): Promise<string>;
  /** Rate that gets a transaction into the next blocks, in satoshi for a thousand vbytes. */
  rate(): bigint;
  /** Makes blocks at once, besides those that are due. */
  mine(count: number): Promise<void>;
  /** Replaces the newest blocks by a branch in which their transactions wait again, or are in its first block. */
  reorganise(depth: number, branch?: Branch): Promise<void>;
  /** Outputs in blocks, oldest first, but for those that the chain's own wallet pays itself. */
  movements(): Promise<Movement[]>;
  waiting(): Promise<Movement[]>;
  /** Unspent money by output script, in satoshi, waiting transactions included. */
  holdings(): Promise<ReadonlyMap<string, bigint>>;
  close(): Promise<void>;
}

/** Settings of the chain. */
export interface ChainSettings extends BlockSettings {
  /** Output script of the exchange's hot wallet, which receives its opening balance once, in hex. */
  readonly wallet: string;
  /** In satoshi. */
  readonly opening: bigint;
}

/** Rate of a customer who pays too low a fee, in satoshi for a thousand vbytes. */
const LOW_RATE = 1_100n;
/** Rate of blocks while a deposit with too low a fee waits, and how many blocks ask for it. */
const BUSY_RATE = 12_000n;
const BUSY_BLOCKS = 40;
/** Blocks for which fees stay high once they have risen: longer than a transfer is waited for before it is replaced. */
const RISEN_BLOCKS = 60;
/** A deposit with too low a fee looks as if it had waited so long already. */
const WAITED_SECONDS = 3_600;

/** Opens a chain; its node starts with the first use. */
export function openChain(books: Books, faults: ProviderFaults<BitcoinFault>, settings: ChainSettings): Chain {
  const { wallet, opening, now } = settings;
  const store = openChainStore(books);
  const tricks = createTricks(store);
  const blocks = createBlocks(settings, faults, tricks);
  const exclusive = createExclusiveNode(async () => {
    const node = await openNode(store);
    await blocks.begin(node, () => fundWallet(node));
    node.commit();
    return node;
  });
  const seconds = () => Math.floor(now().getTime() / 1_000);
  /** Whether the chain has not been used yet: reads of an unused chain are answered empty, without starting a node. */
  const isUnused = () => !exclusive.isStarted() && store.blocks().length === 0;
  /** Uses the node after the blocks that are due. */
  const useUpToDate = <T>(work: (node: ChainNode) => T | Promise<T>) =>
    exclusive.use(async (node) => {
      await blocks.advance(node);
      return work(node);
    });

  async function fundWallet(node: ChainNode): Promise<void> {
    const coin = findCustomerCoin(node, opening, tricks.coins());
    const raw = signCustomerPayment(coin, { script: wallet, amount: opening }, feeAt(CUSTOMER_RATE, PAYMENT_VSIZE));
    const rejection = await node.take(raw, seconds());
    if (rejection) throw new Error(`the opening balance is refused: ${rejection.message}`);
  }

  function movementsOf({ txid, outputs }: PlainTransaction, at: Date): Movement[] {
    const payer = store.payerOf(txid);
    return outputs.flatMap(({ script, amount }, vout) =>
      script === CUSTOMER_SCRIPT || amount === 0n ? [] : [{ txid, vout, script, amount, payer, at }],
    );
  }

  return {
    rate: () => blocks.rate(),
    use: useUpToDate,
    broadcast: (raw) =>
      useUpToDate(async (node) => {
        const before = new Set(node.pool().map(({ txid }) => txid));
        const rejection = await node.take(raw, seconds());
        const taken = node.pool().find(({ txid }) => !before.has(txid));
        if (rejection || !taken) return rejection;
        if (faults.take('lose-next-tx')) node.evict(taken.txid);
        if (faults.take('pool-emptied')) for (const { txid } of node.pool()) node.evict(txid);
        if (faults.take('fee-rises')) blocks.raiseRate((taken.fee * 3_000n) / BigInt(taken.vsize), RISEN_BLOCKS);
        return null;
      }),
    pay: (script, amount, payer) =>
      useUpToDate(async (node) => {
        const coin = findCustomerCoin(node, amount, tricks.coins());
        const isLow = faults.take('deposit-low-fee');
        const raw = signCustomerPayment(coin, { script, amount }, feeAt(isLow ? LOW_RATE : CUSTOMER_RATE, PAYMENT_VSIZE));
        const rejection = await node.take(raw, seconds() - (isLow ? WAITED_SECONDS : 0));
        const paid = node.pool().find((one) => one.raw === raw);
        if (rejection || !paid) throw new Error(`a customer's payment is refused: ${rejection?.message}`);
        store.setPayer(paid.txid, payer);
        if (isLow) blocks.raiseRate(BUSY_RATE, BUSY_BLOCKS);
        const trick = TRICKS.find((kind) => faults.take(kind));
        if (trick) tricks.add(paid.txid, { trick, coin, script, amount, payer });
        return paid.txid;
      }),
    mine: (count) => exclusive.use((node) => blocks.mine(node, count)),
    reorganise: (depth, branch) => exclusive.use((node) => blocks.drop(node, depth, branch)),
    async movements() {
      if (isUnused()) return [];
      return useUpToDate((node) =>
        node.ledger.blocks.flatMap(({ transactions, time }) =>
          transactions.flatMap((one) => (one.isCoinbase ? [] : movementsOf(one, new Date(time * 1_000)))),
        ),
      );
    },
    async waiting() {
      if (isUnused()) return [];
      return exclusive.use((node) => node.pool().flatMap(({ transaction, txid }) => movementsOf(transaction, new Date(node.since(txid) * 1_000))));
    },
    async holdings() {
      return isUnused() ? new Map([[wallet, opening]]) : exclusive.use(readHoldings);
    },
    close: () => exclusive.close(),
  };
}
