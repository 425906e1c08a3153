import { ceilDiv, halfUpDiv, larger, smaller } from '@quydoi/domain/money';
import { RailError } from '../rail-error.ts';
import type { EvmChain } from './chains.ts';
import type { GasPrice } from './node.ts';

/** Prices that a transaction offers for a unit of gas, in wei (EIP-1559). */
export interface GasOffer {
  /** Highest price, base fee and tip together. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

const WEI_PER_GWEI = 1_000_000_000n;
/** Fee coins have 18 decimals on their chains and 8 in the ledger. */
const WEI_PER_MINOR = 10_000_000_000n;
/** Gas of a transfer of the chain's coin to an account without code. */
export const COIN_GAS = 21_000n;
/** Gas of a transfer of the coin to an address that delegates to the sweeper, with a margin. */
export const DELEGATING_COIN_GAS = 30_000n;
/** The base fee that an offer covers: it at most doubles in six full blocks. */
const BASE_FACTOR = 2n;
/** Nodes replace a transaction only if both prices rise by at least a tenth. */
const REPLACEMENT_PER_MILLE = 1_125n;

/** The highest price of gas that is paid on a chain, in wei. */
export function gasPriceMax(gwei: number): bigint {
  return BigInt(gwei) * WEI_PER_GWEI;
}

/**
 * The offer for a transaction at present prices.
 * @param above trouble of prices above the maximum: `dear` where it is the network's, and nothing is sent until they fall; `busy` where it is this
 *   transaction's own, and only this one waits
 * @throws RailError outcome `not-done` when they are above the maximum
 */
export function offerAt({ code }: EvmChain, { base, tip }: GasPrice, max: bigint, above: 'dear' | 'busy' = 'dear'): GasOffer {
  if (base + tip > max) {
    throw new RailError(code, above, 'not-done', `gas costs ${gwei(base + tip)} gwei, above the limit of ${gwei(max)}`);
  }
  return { maxFeePerGas: smaller(base * BASE_FACTOR + tip, max), maxPriorityFeePerGas: tip };
}

/**
 * The offer of a replacement; null while the offer before is adequate, or when a replacement would be above the maximum.
 * @param before the newest transfer's
 */
export function replacementOffer(before: GasOffer, price: GasPrice, max: bigint): GasOffer | null {
  const { base, tip } = price;
  const left = before.maxFeePerGas - base;
  const paidTip = smaller(before.maxPriorityFeePerGas, left);
  // Less than half of the tip that is usual now is passed over block after block.
  if (paidTip * 2n >= tip && paidTip > 0n) return null;
  const wanted = { maxFeePerGas: smaller(base * BASE_FACTOR + tip, max), maxPriorityFeePerGas: tip };
  const replacement = {
    maxFeePerGas: larger(wanted.maxFeePerGas, raised(before.maxFeePerGas)),
    maxPriorityFeePerGas: larger(wanted.maxPriorityFeePerGas, raised(before.maxPriorityFeePerGas)),
  };
  return replacement.maxFeePerGas > max
    ? null
    : { ...replacement, maxPriorityFeePerGas: smaller(replacement.maxPriorityFeePerGas, replacement.maxFeePerGas) };
}

/** A fee in wei in minor units of the fee coin, rounded to the nearest: rounding every fee in one direction would add up. */
export function feeUnits(wei: bigint): bigint {
  return halfUpDiv(wei, WEI_PER_MINOR);
}

/** A balance in wei in minor units of the fee coin, rounded down. */
export function unitsIn(wei: bigint): bigint {
  return wei / WEI_PER_MINOR;
}

/** An amount of the fee coin in wei. */
export function weiOf(units: bigint): bigint {
  return units * WEI_PER_MINOR;
}

/** Minor units of the fee coin that cover an amount in wei, rounded up. */
export function unitsFor(wei: bigint): bigint {
  return ceilDiv(wei, WEI_PER_MINOR);
}

function raised(price: bigint): bigint {
  return ceilDiv(price * REPLACEMENT_PER_MILLE, 1_000n);
}

function gwei(wei: bigint): string {
  return (Number(wei) / Number(WEI_PER_GWEI)).toFixed(2);
}
