import { keccak_256 } from '@noble/hashes/sha3.js';
import { RailError } from '../rail-error.ts';
import type { EvmChain } from './chains.ts';

/** Range of the salt in the highest price, in wei. */
export const PRICE_SALT_WEI = 2n ** 20n;
/** Range of the salt in the gas limit. */
export const GAS_SALT = 2n ** 12n;

/** A requested transfer of tokens or of the coin. */
export interface TransferOrder {
  readonly key: string;
  readonly to: string;
  /** In minor units of the currency. */
  readonly amount: bigint;
}

/**
 * Salt derived from the payout key. Without it, a payout that is signed in the nonce of another one that was never sent would be the same transaction
 * if amount and destination are the same, and the status of one would be taken for the other's.
 */
export function saltOf(key: string): { readonly wei: bigint; readonly gas: bigint } {
  const view = new DataView(keccak_256(new TextEncoder().encode(key)).buffer);
  return { wei: BigInt(view.getUint32(0)) % PRICE_SALT_WEI, gas: BigInt(view.getUint32(4)) % GAS_SALT };
}

/** The wallet lacks what a transfer needs: no try is used up. */
export function short({ code }: EvmChain, why: string): RailError {
  return new RailError(code, 'short', 'not-done', why);
}

/** A transfer that is never made. */
export function refused({ code }: EvmChain, why: string): RailError {
  return new RailError(code, 'refused', 'not-done', why);
}
