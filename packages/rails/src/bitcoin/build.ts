import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { larger, smaller } from '@quydoi/domain/money';
import type { Slot } from '@quydoi/domain/transfer/slot';
import type { ChainKey, ChainKeys } from '../chain/hd-keys.ts';
import type { SignedTransfer } from '../signed-payout.ts';
import { scriptOf } from './address.ts';
import type { BitcoinChain } from './chains.ts';
import { type Coin, type Payment, type Selection, selectCoins } from './coin-selection.ts';
import { failure } from './core-rpc.ts';
import { dustOf, type FeeRate, feeAt, INPUT_VSIZE, RELAY_MIN, rateOf, replacementRate, requireAffordable, vsizeOf } from './fees.ts';
import type { BitcoinNode } from './node.ts';
import { composePsbt, signPsbt } from './psbt.ts';
import { type BitcoinTransfer, holdsOutpoint, requireContent, slotOf } from './transfer.ts';
import type { OwnWallet } from './wallet.ts';

/** A node with our wallet in it, set up by us. */
export interface SpendingNode {
  readonly node: BitcoinNode;
  readonly wallet: OwnWallet;
}

/** Keys that sign, and limits of what they sign. */
export interface Spender {
  readonly chain: BitcoinChain;
  readonly keys: ChainKeys;
  /** Confirmations that an output of ours must have before it is spent: no reorganisation then undoes what spends it. */
  readonly confirmations: number;
  /** Highest rate that is paid. */
  readonly rateMax: FeeRate;
  /** Highest fee of a payment, in satoshi: as much is held for it. */
  readonly feeMax: bigint;
}

/** A requested payment. */
export interface CoinOrder {
  readonly key: string;
  readonly to: string;
  /** In satoshi. */
  readonly amount: bigint;
}

/** Lock times from here on are Unix times; those of the salt are long past. */
const LOCK_TIME_BASE = 500_000_000;
const LOCK_TIME_SALT = 1_000_000_000;
/** Virtual size that change not worth an output may cost: the output itself, and its spending. */
const CHANGE_LOST_VSIZE = 31 + INPUT_VSIZE;
/** Dust of such change, in satoshi. */
const CHANGE_LOST = 1_000n;

/** An output of ours as far as signing it needs. */
export type OwnCoin = Pick<Coin, 'txid' | 'vout' | 'script' | 'amount' | 'index'>;

/**
 * Builds and signs a payment from coins that are final and that no live transfer spends.
 * @param inUse slots that live transfers have
 * @throws RailError outcome `not-done`; `short` when the wallet has too little, `busy` while the rest is under way or in coins so small that the fee of
 * spending them is too high at present, `dear` when fees are too high
 */
export async function signPayment(
  spender: Spender,
  { node, wallet }: SpendingNode,
  order: CoinOrder,
  inUse: readonly Slot[],
): Promise<BitcoinTransfer> {
  const { chain, keys, confirmations, rateMax, feeMax } = spender;
  const payment = paymentOf(spender, order);
  // Only confirmed coins are listed: strangers can fill the mempool with outputs to our address at no cost, until the list is too long to read.
  const [present, final] = await Promise.all([node.feeRate(), wallet.coins(confirmations)]);
  const rate = requireAffordable(present, rateMax);
  const free = final.filter((coin) => !holdsOutpoint(inUse, coin));
  const change = requiredScript(chain, keys.hotWallet.address);
  const selection = selectCoins(free, payment, change, { present: rate, max: rateMax, feeMax });
  if (!selection) {
    const sum = free.reduce((total, { amount }) => total + amount, 0n);
    if (sum >= payment.amount + feeMax) throw failure('busy', `a fee of ${feeMax} satoshi does not pay for spending the wallet’s small coins`);
    const isUnderWay = inUse.length > 0 || (await wallet.coins(0)).length > final.length;
    throw isUnderWay ? failure('busy', 'the rest of the wallet’s coins is under way') : failure('short', 'the wallet is short of coins');
  }
  const outputs = placed(order.key, payment, selection, change);
  return signPlan(spender, node, selection.coins, outputs, lockTimeOf(order.key));
}

/**
 * Signs a replacement of an attempt's newest transfer: the same payment from the same coins at a higher fee, which is taken from the change.
 * @returns null while the fee is adequate, or when neither the maximum nor the change allow a higher one
 * @throws RailError when the stored transfer is not the requested one
 */
export async function signReplacement(
  spender: Spender,
  { node, wallet }: SpendingNode,
  order: CoinOrder,
  newest: SignedTransfer,
): Promise<BitcoinTransfer | null> {
  const { chain, keys, feeMax } = spender;
  const before = requireContent(newest);
  const payment = paymentOf(spender, order);
  const change = requiredScript(chain, keys.hotWallet.address);
  const others = withoutPayment(before.outputs, payment);
  if (!others?.every(({ script }) => script === change)) throw failure('malformed', `the stored transfer ${newest.txid} is not the requested one`);
  const rateMax = smaller(spender.rateMax, rateOf(feeMax, vsizeOf(before.inputs.length, [payment.script, change])));
  const [present, poolMin, parents] = await Promise.all([node.feeRate(), node.poolMin(), node.transactions(before.inputs.map(({ txid }) => txid))]);
  const spent = before.inputs.map(({ txid, vout }, n) => {
    const output = parents[n]?.outputs[vout];
    if (!output) throw failure('busy', `the node does not know ${txid}, which the transfer spends`);
    return { txid, vout, ...output };
  });
  const indexes = await wallet.indexesOf(spent.map(({ script }) => script));
  const coins = spent.map((coin, n) => ({ ...coin, index: indexes[n] ?? null }));
  const sum = coins.reduce((total, { amount }) => total + amount, 0n);
  const fee = before.outputs.reduce((left, { amount }) => left - amount, sum);
  const rate = replacementRate(rateOf(fee, before.vsize), present, rateMax, poolMin);
  const left = rate === null ? null : changeAfter(sum, coins.length, payment, change, rate, fee);
  if (left === null) return null;
  if (sum - payment.amount - left > feeMax) return null;
  const outputs = left === 0n ? [payment] : [payment, { script: change, amount: left }];
  return signPlan(spender, node, coins, outputs, before.lockTime);
}

/**
 * Change of a replacement: the fee is that of the rate, and above the fee before by what its own relay costs (BIP 125, rule 4), also where the
 * transfer before had more outputs.
 * @returns 0 when it is not worth an output; null when the coins do not suffice
 */
function changeAfter(sum: bigint, inputs: number, payment: Payment, change: string, rate: FeeRate, feeBefore: bigint): bigint | null {
  const feeOf = (scripts: readonly string[]) => {
    const vsize = vsizeOf(inputs, scripts);
    return larger(feeAt(rate, vsize), feeBefore + feeAt(RELAY_MIN, vsize));
  };
  const left = sum - payment.amount - feeOf([payment.script, change]);
  if (left >= dustOf(change) + feeAt(rate, INPUT_VSIZE)) return left;
  return sum - payment.amount >= feeOf([payment.script]) ? 0n : null;
}

/** Signs a transfer of coins. Each is proved by the bytes of the transaction that made it. @throws RailError when a coin is not what it is said to be */
export async function signPlan(
  spender: Spender,
  node: BitcoinNode,
  coins: readonly OwnCoin[],
  outputs: readonly Payment[],
  lockTime: number,
): Promise<BitcoinTransfer> {
  const { chain, rateMax } = spender;
  const found = await node.transactions(coins.map(({ txid }) => txid));
  const owned = coins.map((coin, n) => {
    const parent = found[n];
    if (!parent) throw failure('busy', `the node does not know ${coin.txid}, which the transfer spends`);
    const output = parent.outputs[coin.vout];
    const key = keyOf(spender, coin.index);
    if (output?.script !== coin.script || output.amount !== coin.amount || coin.script !== requiredScript(chain, key.address)) {
      throw failure('malformed', `${coin.txid}:${coin.vout} is not the output that the node’s wallet tells`);
    }
    return { ...coin, parent: parent.raw, key };
  });
  const keys = new Map(owned.map(({ script, key }) => [script, key]));
  const feeMax =
    feeAt(
      rateMax,
      vsizeOf(
        coins.length,
        outputs.map(({ script }) => script),
      ) + CHANGE_LOST_VSIZE,
    ) + CHANGE_LOST;
  const { txid, raw } = signPsbt(composePsbt({ coins: owned, outputs, lockTime }), (script) => keys.get(script) ?? null, feeMax);
  return { txid, raw, validUntil: null, slots: owned.map((coin) => slotOf(coin.key.address, coin)) };
}

/** The output script of an address of ours, in hex. @throws Error when it is no address */
export function requiredScript(chain: BitcoinChain, address: string): string {
  const script = scriptOf(chain, address);
  if (script === null) throw new Error('an address of ours is none');
  return script;
}

/**
 * Lock time derived from a key, long past. Without it, a payout that is signed for the same coins as another one that was never sent would be the same
 * transaction if amount and destination are the same, and the status of one would be taken for the other's.
 */
export function lockTimeOf(key: string): number {
  return LOCK_TIME_BASE + (saltOf(key) % LOCK_TIME_SALT);
}

function keyOf({ keys }: Spender, index: number | null): ChainKey {
  const key = index === null ? keys.hotWallet : keys.deposit?.(index);
  if (!key) throw failure('malformed', 'there is no key of the deposit addresses');
  return key;
}

function paymentOf({ chain, keys }: Spender, { to, amount }: CoinOrder): Payment {
  const script = scriptOf(chain, to);
  if (script === null || script === scriptOf(chain, keys.hotWallet.address)) throw failure('refused', 'the destination is no address to pay to');
  if (amount < dustOf(script)) throw failure('refused', `${amount} satoshi are too few to be relayed`);
  return { script, amount };
}

/** The outputs besides one that is the payment; null when none is. */
function withoutPayment(outputs: readonly Payment[], { script, amount }: Payment): readonly Payment[] | null {
  const at = outputs.findIndex((output) => output.script === script && output.amount === amount);
  return at < 0 ? null : outputs.toSpliced(at, 1);
}

/** The payment among the change, at a place that does not tell which it is. */
function placed(key: string, payment: Payment, { change }: Selection, script: string): readonly Payment[] {
  const outputs = change.map((amount): Payment => ({ script, amount }));
  return outputs.toSpliced(saltOf(key) % (outputs.length + 1), 0, payment);
}

function saltOf(key: string): number {
  return new DataView(sha256(utf8ToBytes(key)).buffer).getUint32(0);
}
