import { type Bcoin, NotAccepted, openBcoin } from './bcoin.ts';
import { CUSTOMER_PROGRAM } from './customer.ts';
import { type Ledger, openLedger, type PlainBlock, type PlainTransaction, parseTransaction } from './ledger.ts';
import { conflictsOf, feeAt, type Rejection, rejectByFee, rejectReplacement, type Waiting } from './policy.ts';
import type { ChainStore } from './store.ts';

/** A node whose chain outlives its process: its blocks and its pool are written before anything is answered. */
export interface ChainNode {
  readonly ledger: Ledger;
  /** The waiting transactions, those that others depend on first. */
  pool(): readonly Waiting[];
  /** Since when a transaction waits, in Unix seconds. */
  since(txid: string): number;
  /** Takes a transaction by the rules of Bitcoin Core, replacements included. @param since Unix seconds */
  take(raw: string, since: number): Promise<Rejection | null>;
  evict(txid: string): void;
  mine(time: number, isChosen: (txid: string) => boolean): Promise<PlainBlock>;
  /** Drops the newest blocks, and empties the pool. @returns the transactions of both, oldest first, without new coins */
  drop(depth: number): Promise<readonly PlainTransaction[]>;
  /** The output that an input spends, in the chain or the pool; null when there is none, or the chain spends it. */
  unspent(txid: string, vout: number): { readonly script: string; readonly amount: bigint } | null;
  /** Writes what has changed since the last time. */
  commit(): void;
  close(): Promise<void>;
}

const GENESIS_HASH = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
const GENESIS: PlainBlock = { hash: GENESIS_HASH, height: 0, time: 1_296_688_602, raw: '', transactions: [] };
/** Blocks of a new chain: new coins can be spent after a hundred more, and customers need some. */
export const FIRST_BLOCKS = 140;
/** Bitcoin Core's default for `sendrawtransaction`, in satoshi for a thousand vbytes. */
const RATE_MAX = 10_000_000n;
const DECODE_FAILED: Rejection = { code: -22, message: 'TX decode failed. Make sure the tx has at least one input.' };
const MISSING: Rejection = { code: -25, message: 'bad-txns-inputs-missingorspent' };
const MINED: Rejection = { code: -27, message: 'Transaction outputs already in utxo set' };

/** Opens the node of a chain with everything that has happened on it; a new chain is empty. */
export async function openNode(store: ChainStore): Promise<ChainNode> {
  const bcoin = await openBcoin(CUSTOMER_PROGRAM);
  const ledger = openLedger(GENESIS);
  const sinces = new Map<string, number>();
  for (const raw of store.blocks()) ledger.push(await bcoin.connect(raw));
  for (const { txid, raw, since } of store.waiting()) if (await isAccepted(bcoin, raw)) sinces.set(txid, since);
  const parsed = new Map<string, PlainTransaction>();
  let changedFrom = Number.POSITIVE_INFINITY;
  let isPoolChanged = false;

  function pool(): readonly Waiting[] {
    return bcoin.pool().map((entry) => {
      const transaction = parsed.get(entry.txid) ?? parseTransaction(entry.raw);
      parsed.set(entry.txid, transaction);
      return { ...entry, transaction };
    });
  }

  function unspent(txid: string, vout: number) {
    const mined = ledger.find(txid);
    if (mined && ledger.spentIn(txid, vout)) return null;
    return (mined?.transaction ?? pool().find((one) => one.txid === txid)?.transaction)?.outputs[vout] ?? null;
  }

  function feeOf({ inputs, outputs }: PlainTransaction): bigint | null {
    let fee = -outputs.reduce((sum, { amount }) => sum + amount, 0n);
    for (const { txid, vout } of inputs) {
      const spent = unspent(txid, vout);
      if (!spent) return null;
      fee += spent.amount;
    }
    return fee;
  }

  return {
    ledger,
    pool,
    unspent,
    since: (txid) => sinces.get(txid) ?? 0,
    async take(raw, since) {
      const transaction = decoded(raw);
      if (!transaction) return DECODE_FAILED;
      const { txid, vsize, outputs } = transaction;
      const before = pool();
      if (before.some((one) => one.txid === txid)) return null;
      if (ledger.find(txid)) return outputs.some((_, vout) => !ledger.spentIn(txid, vout)) ? MINED : MISSING;
      const conflicts = conflictsOf(transaction, before);
      const isOnConflict = transaction.inputs.some((input) => conflicts.some((one) => one.txid === input.txid));
      const fee = feeOf(transaction);
      if (fee === null || fee < 0n || isOnConflict) return MISSING;
      if (fee > feeAt(RATE_MAX, vsize)) return { code: -25, message: 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)' };
      const rejection = rejectByFee(transaction, fee) ?? rejectReplacement(transaction, fee, conflicts);
      if (rejection) return rejection;
      for (const one of conflicts) bcoin.evict(one.txid);
      isPoolChanged = true;
      try {
        await bcoin.accept(raw);
      } catch (error) {
        if (!(error instanceof NotAccepted)) throw error;
        for (const one of conflicts) await isAccepted(bcoin, one.raw);
        return { code: -26, message: error.reason };
      }
      sinces.set(txid, since);
      return null;
    },
    evict(txid) {
      bcoin.evict(txid);
      isPoolChanged = true;
    },
    async mine(time, isChosen) {
      const block = ledger.push(await bcoin.mine(time, isChosen));
      changedFrom = Math.min(changedFrom, block.height);
      isPoolChanged = true;
      return block;
    },
    async drop(depth) {
      const from = ledger.blocks.length - depth;
      const waiting = pool().map(({ transaction }) => transaction);
      await bcoin.dropFrom(from);
      const dropped = ledger.truncate(from).flatMap(({ transactions }) => transactions.filter(({ isCoinbase }) => !isCoinbase));
      changedFrom = Math.min(changedFrom, from);
      isPoolChanged = true;
      return [...dropped, ...waiting];
    },
    commit() {
      if (!isPoolChanged && changedFrom === Number.POSITIVE_INFINITY) return;
      const from = Math.min(changedFrom, ledger.blocks.length);
      const waiting = pool().map(({ txid, raw }) => ({ txid, raw, since: sinces.get(txid) ?? 0 }));
      store.write(
        from,
        ledger.blocks.slice(from).map(({ raw }) => raw),
        waiting,
      );
      changedFrom = Number.POSITIVE_INFINITY;
      isPoolChanged = false;
    },
    close: () => bcoin.close(),
  };
}

async function isAccepted(bcoin: Bcoin, raw: string): Promise<boolean> {
  try {
    await bcoin.accept(raw);
    return true;
  } catch (error) {
    if (!(error instanceof NotAccepted)) throw error;
    return false;
  }
}

function decoded(raw: string): PlainTransaction | null {
  try {
    return parseTransaction(raw);
  } catch {
    return null;
  }
}
