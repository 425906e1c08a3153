import type { Slot } from '@quydoi/domain/transfer/slot';
import { lockTimeOf, requiredScript, type Spender, type SpendingNode, signPlan } from './build.ts';
import type { Coin } from './coin-selection.ts';
import { failure } from './core-rpc.ts';
import { dustOf, feeAt, RELAY_MIN, rateOf, requireAffordable, vsizeOf } from './fees.ts';
import type { WaitingTransaction } from './node.ts';
import { referenceOf } from './payments.ts';
import { type BitcoinTransfer, holdsOutpoint } from './transfer.ts';

/** A deposit has to wait this long first: most are mined in the next block or two. */
const STUCK_MS = 45 * 60_000;
/** The fee may be at most this share of the deposit, in per mille: it is ours, not the customer's. */
const COST_PER_MILLE_MAX = 3n;

/** A deposit that is worth boosting, with the fee that this takes. */
interface Candidate {
  readonly coin: Coin & { readonly index: number };
  readonly cost: bigint;
}

/**
 * Stuck deposits among some, as a node knows them, with what boosting each costs.
 * @param references the payments'
 */
export async function findBoosts(
  spender: Spender,
  { node, wallet }: SpendingNode,
  references: readonly string[],
  now: Date,
  inUse: readonly Slot[],
): Promise<readonly Candidate[]> {
  const coins = (await wallet.coins(0)).flatMap((coin) => {
    const { txid, vout, index, confirmations } = coin;
    const isAsked = confirmations === 0 && index !== null && references.includes(referenceOf(txid, vout)) && !holdsOutpoint(inUse, coin);
    return isAsked ? [{ ...coin, index }] : [];
  });
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
