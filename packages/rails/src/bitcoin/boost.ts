import type { Slot } from '@quydoi/domain/transfer/slot';
import { lockTimeOf, requiredScript, type Spender, type SpendingNode, signPlan } from './build.ts';
import type { Coin } from './coin-selection.ts';
import { failure } from './core-rpc.ts';
import { dustOf, feeAt, RELAY_MIN, rateOf, requireAffordable, vsizeOf } from './fees.ts';
import type { WaitingTransaction } from './node.ts';
import { type BitcoinTransfer, holdsOutpoint } from './transfer.ts';

/** A deposit whose transaction waits in the mempool with too low a fee, and what it costs to have it mined. */
export interface StuckDeposit {
  /** `txid:vout`, as a payment's. */
  readonly reference: string;
  readonly address: string;
  /** In satoshi. */
  readonly amount: bigint;
  /** Fee of the transaction that pulls it, in satoshi. */
  readonly cost: bigint;
}

/**
 * Boosts stuck deposits (child pays for parent): a transaction of ours spends the deposit into the hot wallet and pays the fee of both. It shares the
 * fate of its parent: if the payer replaces the deposit, the boost vanishes too.
 */
export interface DepositBoosts {
  /** Deposits that are stuck and worth the fee. @param inUse slots of live transfers, boosts included @throws RailError */
  find(now: Date, inUse: readonly Slot[]): Promise<readonly StuckDeposit[]>;
  /** Signs the transaction that pulls a deposit; null when it is no longer stuck, or not worth it. @throws RailError outcome `not-done` */
  sign(reference: string, now: Date, inUse: readonly Slot[]): Promise<BitcoinTransfer | null>;
}

/** A deposit has to wait this long first: most are mined in the next block or two. */
const STUCK_MS = 45 * 60_000;
/** The fee may be at most this share of the deposit, in per mille: it is ours, not the customer's. */
const COST_PER_MILLE_MAX = 3n;

/** A coin that is worth pulling, with the fee that this takes. */
interface Candidate {
  readonly coin: Coin;
  readonly cost: bigint;
}

/** Finds and signs boosts at one node. */
export async function findBoosts(spender: Spender, { node, wallet }: SpendingNode, now: Date, inUse: readonly Slot[]): Promise<readonly Candidate[]> {
  const coins = (await wallet.coins(0)).filter((coin) => coin.confirmations === 0 && coin.index !== null && !holdsOutpoint(inUse, coin));
  if (coins.length === 0) return [];
  const [present, waiting] = await Promise.all([node.feeRate(), node.waiting(coins.map(({ txid }) => txid))]);
  const rate = requireAffordable(present, spender.rateMax);
  return coins.flatMap((coin, n) => {
    const parent = waiting[n];
    const cost = parent ? costOf(spender, parent, rate, now) : null;
    return cost !== null && isWorth(spender, coin, cost) ? [{ coin, cost }] : [];
  });
}

/** Signs a boost. */
export async function signBoost(spender: Spender, { node }: SpendingNode, { coin, cost }: Candidate): Promise<BitcoinTransfer> {
  const script = requiredScript(spender.chain, spender.keys.hotWallet.address);
  if (coin.amount - cost < dustOf(script)) throw failure('refused', 'nothing would be left of the deposit');
  return signPlan(spender, node, [coin], [{ script, amount: coin.amount - cost }], lockTimeOf(`${coin.txid}:${coin.vout}`));
}

/** Fee by which both are as attractive as any other transaction; null while the deposit is not stuck. */
function costOf({ chain, keys }: Spender, parent: WaitingTransaction, rate: bigint, now: Date): bigint | null {
  const waitedMs = now.getTime() - parent.since.getTime();
  // Half of the rate that gets a transaction into the next blocks is mined within hours.
  if (waitedMs < STUCK_MS || rateOf(parent.fee, parent.vsize) * 2n >= rate) return null;
  const own = vsizeOf(1, [requiredScript(chain, keys.hotWallet.address)]);
  const both = feeAt(rate, parent.vsize + own) - parent.fee;
  const least = feeAt(RELAY_MIN, own);
  return both > least ? both : least;
}

function isWorth({ rateMax }: Spender, { amount }: Coin, cost: bigint): boolean {
  return cost * 1_000n <= amount * COST_PER_MILLE_MAX && cost <= feeAt(rateMax, 400);
}
