import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Transaction } from '@scure/btc-signer';
import type { ChainKey } from '../chain/hd-keys.ts';
import type { Coin, Payment } from './coin-selection.ts';
import { failure } from './core-rpc.ts';

/** What a transfer does: the coins that it spends, and all its outputs in order. What is left is its fee. */
export interface TransferPlan {
  readonly coins: readonly PlannedCoin[];
  readonly outputs: readonly Payment[];
  readonly lockTime: number;
}

/** A coin with the transaction that made it, in hex: its bytes prove the coin's amount, whatever a node says. */
export interface PlannedCoin extends Pick<Coin, 'txid' | 'vout'> {
  readonly parent: string;
}

/** Replaceable by a higher fee (BIP 125), and subject to the lock time. */
const REPLACEABLE = 0xfffffffd;
const VERSION = 2;

/** Writes a plan as a PSBT (BIP 174), for whoever has the keys. @throws RailError when a coin is not what its transaction says */
export function composePsbt({ coins, outputs, lockTime }: TransferPlan): Uint8Array {
  try {
    const transaction = new Transaction({ version: VERSION, lockTime });
    for (const { txid, vout, parent } of coins) {
      transaction.addInput({ txid, index: vout, nonWitnessUtxo: hexToBytes(parent), sequence: REPLACEABLE });
    }
    for (const { script, amount } of outputs) transaction.addOutput({ script: hexToBytes(script), amount });
    return transaction.toPSBT(0);
  } catch (error) {
    throw failure('malformed', `the transfer cannot be built: ${error instanceof Error ? error.message : ''}`);
  }
}

/**
 * Signs a PSBT and takes the finished transaction out. Deterministic (RFC 6979): the same PSBT is the same transaction.
 * @param keyOf finds the key of an input by its output script, in hex
 * @param feeMax highest fee that is signed, in satoshi
 * @throws RailError when an input is not ours, or the fee is higher
 */
export function signPsbt(
  psbt: Uint8Array,
  keyOf: (script: string) => ChainKey | null,
  feeMax: bigint,
): { readonly txid: string; readonly raw: string } {
  const transaction = Transaction.fromPSBT(psbt, { strictPrevoutValidation: true });
  if (transaction.fee < 0n || transaction.fee > feeMax) throw failure('malformed', `a fee of ${transaction.fee} satoshi is not signed`);
  for (let n = 0; n < transaction.inputsLength; n += 1) {
    const { nonWitnessUtxo, index } = transaction.getInput(n);
    const script = index === undefined ? undefined : nonWitnessUtxo?.outputs[index]?.script;
    const key = script && keyOf(bytesToHex(script));
    if (!key) throw failure('malformed', 'an input is not at an address of ours');
    transaction.signIdx(key.privateKey, n);
  }
  transaction.finalize();
  return { txid: transaction.id, raw: transaction.hex };
}
