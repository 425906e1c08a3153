import { NETWORKS } from '@quydoi/domain/networks';
import type { Books } from '../books.ts';
import type { ProviderFaults } from '../faults.ts';
import type { Branch } from '../network.ts';
import { CUSTOMER_SCRIPT, type CustomerCoin, PAYMENT_VSIZE, signCustomerPayment } from './customer.ts';
import type { BitcoinFault } from './faults.ts';
import type { PlainBlock, PlainTransaction } from './ledger.ts';
import { type ChainNode, FIRST_BLOCKS, openNode } from './node.ts';
import type { BitcoinPace } from './options.ts';
import { feeAt, minedAt, RELAY_RATE, type Rejection } from './policy.ts';
import { openChainStore } from './store.ts';

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
export interface ChainSettings {
  /** Output script of the exchange's hot wallet, which receives its opening balance once, in hex. */
  readonly wallet: string;
  /** In satoshi. */
  readonly opening: bigint;
  readonly pace: BitcoinPace;
  readonly now: () => Date;
}

/** Confirmations that make a payment final. */
export const FINAL = NETWORKS.bitcoin.finality.by === 'confirmations' ? NETWORKS.bitcoin.finality.blocks : 1;
/** Blocks at most for a time without requests: more than the median of times looks back on. */
const CATCH_UP = 12;
/** While nothing happens a block is made only every so many. */
const QUIET_FACTOR = 5;
/** Rates in satoshi for a thousand vbytes: usual, of customers, and of a customer who pays too little. */
const USUAL_RATE = 3_000n;
const CUSTOMER_RATE = 20_000n;
const LOW_RATE = 1_100n;
/** Rate of blocks while a deposit with too low a fee waits. */
const BUSY_RATE = 12_000n;
/** Blocks for which fees stay high: while a deposit with too low a fee waits, and once they have risen, longer than a transfer is waited for. */
const BUSY_BLOCKS = 15;
const RISEN_BLOCKS = 60;
/** A deposit with too low a fee looks as if it had waited so long already, in seconds. */
const WAITED_SECONDS = 3_600;
const MATURITY = 100;

/** What a customer does with a payment later. */
type Trick = 'deposit-vanishes' | 'deposit-double-spent' | 'deposit-fee-raised';
interface Payment {
  readonly trick: Trick;
  readonly coin: CustomerCoin;
  readonly script: string;
  readonly amount: bigint;
  readonly payer: string;
}

/** Opens a chain; its node starts with the first use. */
export function openChain(books: Books, faults: ProviderFaults<BitcoinFault>, { wallet, opening, pace, now }: ChainSettings): Chain {
  const store = openChainStore(books);
  const tricks = new Map<string, Payment>();
  let opened: Promise<ChainNode> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let minedMs = Number.NEGATIVE_INFINITY;
  let busy = { rate: RELAY_RATE, untilHeight: 0 };
  let height = 0;
  const seconds = () => Math.floor(now().getTime() / 1_000);
  const isUnused = () => opened === null && store.blocks().length === 0;
  const blockRate = () => (height < busy.untilHeight ? busy.rate : RELAY_RATE);

  /** Runs work one after another, so that each is answered from a single state of the chain. */
  function turn<T>(work: (node: ChainNode) => T | Promise<T>): Promise<T> {
    opened ??= start();
    const node = opened;
    const done = last
      .catch(() => undefined)
      .then(async () => {
        const open = await node;
        try {
          return await work(open);
        } finally {
          open.commit();
        }
      });
    last = done;
    return done;
  }

  async function start(): Promise<ChainNode> {
    const node = await openNode(store);
    if (node.ledger.blocks.length === 1) await begin(node);
    height = node.ledger.blocks.length - 1;
    return node;
  }

  /** A new chain has blocks already, ten minutes apart, and our opening balance is final. */
  async function begin(node: ChainNode): Promise<void> {
    for (let left = FIRST_BLOCKS; left > 0; left -= 1) await node.mine(seconds() - left * 600, () => true);
    const raw = signCustomerPayment(freeCoin(node, opening), { script: wallet, amount: opening }, feeAt(CUSTOMER_RATE, PAYMENT_VSIZE));
    const rejection = await node.take(raw, seconds());
    if (rejection) throw new Error(`the opening balance is refused: ${rejection.message}`);
    for (let left = CATCH_UP; left > 0; left -= 1) await node.mine(seconds() - left, () => true);
    minedMs = now().getTime();
    node.commit();
  }

  /** Makes the blocks that are due: after a time without requests only so many that the chain's clock is right again. */
  async function advance(node: ChainNode): Promise<void> {
    const due = Math.floor((now().getTime() - minedMs) / pace.blockMs);
    const isQuiet = node.pool().length === 0 && tricks.size === 0 && Number.isFinite(due);
    if (due < (isQuiet ? QUIET_FACTOR : 1)) return;
    for (let left = Math.min(due, CATCH_UP) - 1; left >= 0; left -= 1) await step(node, left);
    minedMs = now().getTime();
  }

  /** Makes a block, and lets happen what may happen to waiting and new transactions. @param left blocks of this run after this one */
  async function step(node: ChainNode, left: number): Promise<void> {
    await playTricks(node);
    const block = await mineBlock(node, left);
    await undo(node, block);
  }

  async function mineBlock(node: ChainNode, left: number): Promise<PlainBlock> {
    const chosen = minedAt(node.pool(), blockRate());
    const block = await node.mine(seconds() - Math.floor((left * pace.blockMs) / 1_000), (txid) => chosen.has(txid));
    height = block.height;
    return block;
  }

  /** Customers replace waiting payments. */
  async function playTricks(node: ChainNode): Promise<void> {
    for (const [txid, payment] of tricks) {
      const { trick, coin, script, amount, payer } = payment;
      if (trick === 'deposit-vanishes' || !node.pool().some((one) => one.txid === txid)) continue;
      tricks.delete(txid);
      const raw = signCustomerPayment(coin, trick === 'deposit-fee-raised' ? { script, amount } : null, feeAt(CUSTOMER_RATE * 2n, PAYMENT_VSIZE));
      await node.take(raw, seconds());
      for (const one of node.pool()) if (one.raw === raw) store.setPayer(one.txid, payer);
    }
  }

  /** Drops a block again whose transactions are to vanish, or to get into another one. */
  async function undo(node: ChainNode, block: PlainBlock): Promise<void> {
    const moved = block.transactions.filter(({ isCoinbase }) => !isCoinbase);
    const vanishing = moved.filter(({ txid }) => tricks.has(txid));
    if (vanishing.length > 0 || (moved.length > 0 && faults.take('reorganised'))) await drop(node, FINAL - 1);
  }

  /**
   * Drops blocks and makes one more than were dropped, all empty but for the first one of a full branch; the dropped transactions wait again, or are in
   * that one. A payment that is to vanish is replaced by one that returns its coin to the payer.
   */
  async function drop(node: ChainNode, depth: number, branch: Branch = 'empty'): Promise<void> {
    const times = Math.min(depth, node.ledger.blocks.length - FIRST_BLOCKS);
    const transactions = await node.drop(times);
    for (const { txid, raw } of transactions) {
      const payment = tricks.get(txid);
      tricks.delete(txid);
      const isGone = payment?.trick === 'deposit-vanishes';
      await node.take(isGone ? signCustomerPayment(payment.coin, null, feeAt(CUSTOMER_RATE, PAYMENT_VSIZE)) : raw, seconds());
    }
    for (let left = times; left >= 0; left -= 1) await node.mine(seconds() - left, () => branch === 'full' && left === times);
    height = node.ledger.blocks.length - 1;
  }

  /** A coin of the customers that is large enough and that nothing spends. */
  function freeCoin(node: ChainNode, amount: bigint): CustomerCoin {
    const spent = new Set(node.pool().flatMap(({ transaction }) => transaction.inputs.map(({ txid, vout }) => `${txid}:${vout}`)));
    const kept = new Set([...tricks.values()].map(({ coin }) => `${coin.txid}:${coin.vout}`));
    const tip = node.ledger.blocks.length - 1;
    for (const block of node.ledger.blocks) {
      for (const { txid, outputs, isCoinbase } of block.transactions) {
        if (isCoinbase && tip - block.height < MATURITY) continue;
        const vout = outputs.findIndex(
          (output, n) =>
            output.script === CUSTOMER_SCRIPT &&
            output.amount > amount + feeAt(CUSTOMER_RATE * 4n, PAYMENT_VSIZE) &&
            !node.ledger.spentIn(txid, n) &&
            !spent.has(`${txid}:${n}`) &&
            !kept.has(`${txid}:${n}`),
        );
        const found = outputs[vout];
        if (found) return { txid, vout, amount: found.amount };
      }
    }
    throw new Error('the customers have no coin that is large enough');
  }

  function movementsOf({ txid, outputs }: PlainTransaction, at: Date): Movement[] {
    const payer = store.payerOf(txid);
    return outputs.flatMap(({ script, amount }, vout) =>
      script === CUSTOMER_SCRIPT || amount === 0n ? [] : [{ txid, vout, script, amount, payer, at }],
    );
  }

  return {
    rate: () => (height < busy.untilHeight ? (busy.rate * 5n) / 4n : USUAL_RATE),
    use: (work) =>
      turn(async (node) => {
        await advance(node);
        return work(node);
      }),
    broadcast: (raw) =>
      turn(async (node) => {
        await advance(node);
        const before = new Set(node.pool().map(({ txid }) => txid));
        const rejection = await node.take(raw, seconds());
        const taken = node.pool().find(({ txid }) => !before.has(txid));
        if (rejection || !taken) return rejection;
        if (faults.take('lose-next-tx')) node.evict(taken.txid);
        if (faults.take('pool-emptied')) for (const { txid } of node.pool()) node.evict(txid);
        if (faults.take('fee-rises')) busy = { rate: (taken.fee * 3_000n) / BigInt(taken.vsize), untilHeight: height + RISEN_BLOCKS };
        return null;
      }),
    pay: (script, amount, payer) =>
      turn(async (node) => {
        await advance(node);
        const coin = freeCoin(node, amount);
        const isLow = faults.take('deposit-low-fee');
        const raw = signCustomerPayment(coin, { script, amount }, feeAt(isLow ? LOW_RATE : CUSTOMER_RATE, PAYMENT_VSIZE));
        const rejection = await node.take(raw, seconds() - (isLow ? WAITED_SECONDS : 0));
        const paid = node.pool().find((one) => one.raw === raw);
        if (rejection || !paid) throw new Error(`a customer's payment is refused: ${rejection?.message}`);
        store.setPayer(paid.txid, payer);
        if (isLow) busy = { rate: BUSY_RATE, untilHeight: height + BUSY_BLOCKS };
        const trick = (['deposit-vanishes', 'deposit-double-spent', 'deposit-fee-raised'] as const).find((kind) => faults.take(kind));
        if (trick) tricks.set(paid.txid, { trick, coin, script, amount, payer });
        return paid.txid;
      }),
    mine: (count) =>
      turn(async (node) => {
        for (let left = count - 1; left >= 0; left -= 1) await step(node, left);
      }),
    reorganise: (depth, branch) => turn((node) => drop(node, depth, branch)),
    async movements() {
      if (isUnused()) return [];
      return turn(async (node) => {
        await advance(node);
        return node.ledger.blocks.flatMap(({ transactions, time }) =>
          transactions.flatMap((one) => (one.isCoinbase ? [] : movementsOf(one, new Date(time * 1_000)))),
        );
      });
    },
    async waiting() {
      if (isUnused()) return [];
      return turn((node) => node.pool().flatMap(({ transaction, txid }) => movementsOf(transaction, new Date(node.since(txid) * 1_000))));
    },
    async holdings() {
      if (isUnused()) return new Map([[wallet, opening]]);
      const sums = new Map<string, bigint>();
      return turn((node) => {
        const spent = new Set(node.pool().flatMap(({ transaction }) => transaction.inputs.map(({ txid, vout }) => `${txid}:${vout}`)));
        const all = [...node.ledger.blocks.flatMap(({ transactions }) => transactions), ...node.pool().map(({ transaction }) => transaction)];
        for (const { txid, outputs } of all) {
          for (const [vout, { script, amount }] of outputs.entries()) {
            const isLeft = script !== CUSTOMER_SCRIPT && amount > 0n && !node.ledger.spentIn(txid, vout) && !spent.has(`${txid}:${vout}`);
            if (isLeft) sums.set(script, (sums.get(script) ?? 0n) + amount);
          }
        }
        return sums;
      });
    },
    async close() {
      await last.catch(() => undefined);
      await (await opened)?.close();
    },
  };
}
