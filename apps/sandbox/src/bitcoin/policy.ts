import type { PoolEntry } from './bcoin.ts';
import type { PlainTransaction } from './ledger.ts';

/** Why a node does not relay a transaction: Bitcoin Core's code and words. */
export interface Rejection {
  readonly code: number;
  readonly message: string;
}

/** A waiting transaction with what it spends. */
export interface Waiting extends PoolEntry {
  readonly transaction: PlainTransaction;
}

/** Lowest rate that is relayed, and its step of a replacement, in satoshi for a thousand vbytes. */
export const RELAY_RATE = 1_000n;
/** Transactions that one replacement may push out (BIP 125, rule 5). */
const EVICTED_MAX = 100;
const REJECTED = -26;

/** The fee for a size, in satoshi. */
export function feeAt(rate: bigint, vsize: number): bigint {
  return (rate * BigInt(vsize) + 999n) / 1_000n;
}

/** The transactions of the pool that spend what another one spends, with all that depend on them. */
export function conflictsOf(transaction: PlainTransaction, pool: readonly Waiting[]): readonly Waiting[] {
  const outpoints = new Set(transaction.inputs.map(({ txid, vout }) => `${txid}:${vout}`));
  const direct = pool.filter((other) => other.transaction.inputs.some(({ txid, vout }) => outpoints.has(`${txid}:${vout}`)));
  return withDescendants(
    direct.filter(({ txid }) => txid !== transaction.txid),
    pool,
  );
}

/** Some transactions of the pool with all that spend their outputs. */
function withDescendants(first: readonly Waiting[], pool: readonly Waiting[]): readonly Waiting[] {
  const found = new Set(first);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    const txids = new Set([...found].map(({ txid }) => txid));
    for (const other of pool) if (other.transaction.inputs.some(({ txid }) => txids.has(txid))) found.add(other);
  }
  return [...found];
}

/** Transactions of the pool that a transaction depends on, itself included. */
export function ancestorsOf(one: Waiting, pool: readonly Waiting[]): readonly Waiting[] {
  const found = new Set([one]);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    const txids = new Set([...found].flatMap(({ transaction }) => transaction.inputs.map(({ txid }) => txid)));
    for (const other of pool) if (txids.has(other.txid)) found.add(other);
  }
  return [...found];
}

/** What is not relayed whatever the pool holds: too low a fee, or outputs that cost more to spend than they are worth. */
export function rejectByFee(transaction: PlainTransaction, fee: bigint): Rejection | null {
  const least = feeAt(RELAY_RATE, transaction.vsize);
  if (fee < least) return { code: REJECTED, message: `min relay fee not met, ${fee} < ${least}` };
  return transaction.outputs.some(({ script, amount }) => amount < dustOf(script)) ? { code: REJECTED, message: 'dust' } : null;
}

/** Rules of a replacement that every node has: it pays more at a better rate, by at least what its relay costs, and pushes out not too many. */
export function rejectReplacement(transaction: PlainTransaction, fee: bigint, conflicts: readonly Waiting[]): Rejection | null {
  if (conflicts.length === 0) return null;
  const reject = (why: string) => ({ code: REJECTED, message: `${why}, rejecting replacement ${transaction.txid}` });
  const replaced = conflicts.reduce((sum, one) => sum + one.fee, 0n);
  if (conflicts.length > EVICTED_MAX) return reject('too many potential replacements');
  if (conflicts.some((one) => fee * BigInt(one.vsize) <= one.fee * BigInt(transaction.vsize))) return reject('insufficient fee');
  return fee < replaced + feeAt(RELAY_RATE, transaction.vsize) ? reject('insufficient fee') : null;
}

/** Transactions that miners take at a rate: each of a group that pays it together with what it depends on. @param rate for a thousand vbytes */
export function minedAt(pool: readonly Waiting[], rate: bigint): ReadonlySet<string> {
  const groups = pool.map((one) => ancestorsOf(one, pool));
  const paying = groups.filter((group) => {
    const [fee, vsize] = [group.reduce((sum, one) => sum + one.fee, 0n), group.reduce((sum, one) => sum + one.vsize, 0)];
    return fee >= feeAt(rate, vsize);
  });
  return new Set(paying.flat().map(({ txid }) => txid));
}

/** Bitcoin Core's dust threshold at three satoshi a vbyte. */
function dustOf(script: string): bigint {
  if (script.startsWith('6a')) return 0n;
  const isWitness = /^(?:00|51)(?:14|20)/.test(script);
  return BigInt(8 + 1 + script.length / 2 + (isWitness ? 67 : 148)) * 3n;
}
