import type { Outpoint } from './block.ts';
import { dustOf, type FeeRate, feeAt, INPUT_VSIZE, vsizeOf } from './fees.ts';

/** An unspent output of ours (UTXO). On chains of Ethereum's kind, `coin` means the native currency instead. */
export interface Coin extends Outpoint {
  /** In satoshi. */
  readonly amount: bigint;
  /** Its output script, in hex. */
  readonly script: string;
  readonly address: string;
  /** Number of its deposit address; null at the hot wallet. */
  readonly index: number | null;
  readonly confirmations: number;
}

/** An output that a transfer pays out. Incoming payments are in `payments.ts`. */
export interface Payment {
  /** Output script of the destination, in hex. */
  readonly script: string;
  /** In satoshi. */
  readonly amount: bigint;
}

/** Coins that a transfer spends, and what it returns to the hot wallet. */
export interface Selection {
  readonly coins: readonly Coin[];
  /** Amounts of the change outputs, none of them dust. */
  readonly change: readonly bigint[];
}

/** Rates of a selection. */
export interface SelectionRates {
  readonly present: FeeRate;
  /** Highest rate that is ever paid: change that could pay it can pay for any replacement. */
  readonly max: FeeRate;
  /** Highest fee of the transfer, in satoshi: as much is held for it. */
  readonly feeMax: bigint;
}

/** Inputs of one transfer: a hundred stay far below what nodes relay (100 000 vbytes). */
const INPUTS_MAX = 100;
/** Coins that the wallet should have, so that as many payouts can be under way at once: each takes at least one until its change is final. */
const COINS_WANTED = 12;
/** Change is split into at most so many outputs. */
const SPLIT_MAX = 6;
/** Smallest part of split change, in satoshi. */
const SPLIT_MIN = 1_000_000n;
/** Above so many coins each transfer takes some of the smallest ones along, so that they do not become more and more. */
const COINS_MANY = 60;
const COINS_TAKEN_ALONG = 8;

/**
 * Chooses the coins of a transfer, preferably so that the change can pay for a replacement at the highest rate: the smallest single coin that does,
 * else the largest ones together. If none leave so much change, the same without regard to replacements.
 * @param coins that are free
 * @param changeScript the hot wallet's output script, in hex
 * @returns null when they do not suffice, or only with so many of them that the fee would be too high
 */
export function selectCoins(coins: readonly Coin[], payment: Payment, changeScript: string, rates: SelectionRates): Selection | null {
  const { present, max, feeMax } = rates;
  const inputFee = feeAt(present, INPUT_VSIZE);
  const worthwhile = coins.filter(({ amount }) => amount > inputFee).toSorted(bySize);
  const withReserve = feeAt(max, vsizeOf(1, [payment.script, changeScript]));
  for (const reserve of [withReserve, 0n]) {
    const suffices: Suffices = (some) => {
      const change = changeOf(some, payment, changeScript, present);
      return change !== null && feeLeft(some, payment, change) <= feeMax && (reserve === 0n || change >= reserve);
    };
    const chosen = single(worthwhile, suffices) ?? largest(worthwhile, suffices);
    if (!chosen) continue;
    const more = worthwhile.length > COINS_MANY ? withSmallest(chosen, worthwhile) : chosen;
    const all = suffices(more) ? more : chosen;
    const left = changeOf(all, payment, changeScript, present) ?? 0n;
    const spare = feeMax - feeLeft(all, payment, left);
    return { coins: all, change: split(left, worthwhile.length - all.length, changeScript, present, spare) };
  }
  return null;
}

/** Whether coins cover the payment, its fee and what is wanted for a replacement. */
type Suffices = (coins: readonly Coin[]) => boolean;

/** Fee that coins leave for a payment and its change, in satoshi. */
function feeLeft(coins: readonly Pick<Coin, 'amount'>[], payment: Payment, change: bigint): bigint {
  return coins.reduce((total, { amount }) => total + amount, 0n) - payment.amount - change;
}

/**
 * What is left for change by the present rate when a transfer has one change output: null when the coins do not even suffice without it; 0 when what
 * is left is not worth an output, and goes to the miners.
 */
export function changeOf(coins: readonly Pick<Coin, 'amount'>[], payment: Payment, changeScript: string, rate: FeeRate): bigint | null {
  const sum = coins.reduce((total, { amount }) => total + amount, 0n);
  const bare = feeAt(rate, vsizeOf(coins.length, [payment.script]));
  if (sum < payment.amount + bare) return null;
  const left = sum - payment.amount - feeAt(rate, vsizeOf(coins.length, [payment.script, changeScript]));
  // Change that costs more to spend than it is worth would be lost anyway.
  return left >= dustOf(changeScript) + feeAt(rate, INPUT_VSIZE) ? left : 0n;
}

function single(coins: readonly Coin[], suffices: Suffices): readonly Coin[] | null {
  const found = coins.find((coin) => suffices([coin]));
  return found ? [found] : null;
}

function largest(coins: readonly Coin[], suffices: Suffices): readonly Coin[] | null {
  const chosen: Coin[] = [];
  for (const coin of coins.toReversed().slice(0, INPUTS_MAX)) {
    chosen.push(coin);
    if (suffices(chosen)) return chosen;
  }
  return null;
}

function withSmallest(chosen: readonly Coin[], sorted: readonly Coin[]): readonly Coin[] {
  const others = sorted.filter((coin) => !chosen.includes(coin));
  return [...chosen, ...others.slice(0, Math.min(COINS_TAKEN_ALONG, INPUTS_MAX - chosen.length))];
}

/**
 * Splits change where the wallet has few coins left.
 * @param left amount with one change output
 * @param others free coins besides
 * @param spare what the fee may rise by
 */
function split(left: bigint, others: number, changeScript: string, rate: FeeRate, spare: bigint): readonly bigint[] {
  if (left === 0n) return [];
  const outputFee = feeAt(rate, vsizeOf(0, [changeScript]) - vsizeOf(0, []) + 1);
  const wanted = Math.min(SPLIT_MAX, COINS_WANTED - others, Number(left / SPLIT_MIN), Number(spare / outputFee) + 1);
  if (wanted < 2) return [left];
  const rest = left - outputFee * BigInt(wanted - 1);
  const part = rest / BigInt(wanted);
  return [...Array.from({ length: wanted - 1 }, () => part), rest - part * BigInt(wanted - 1)];
}

function bySize(a: Coin, b: Coin): number {
  if (a.amount !== b.amount) return a.amount < b.amount ? -1 : 1;
  return a.txid === b.txid ? a.vout - b.vout : a.txid < b.txid ? -1 : 1;
}
