import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { p2wpkh, Transaction } from '@scure/btc-signer';

/** All customers' wallets together: one key, to which the chain's new coins go. Who paid is no matter on this network. */
const KEY = createHash('sha256').update('customers of the sandbox, bitcoin').digest();
const WALLET = p2wpkh(secp256k1.getPublicKey(KEY));
/** Witness program of the customers' wallet. */
export const CUSTOMER_PROGRAM = WALLET.hash;
/** Output script of the customers' wallet, in hex. */
export const CUSTOMER_SCRIPT = bytesToHex(WALLET.script);

/** An output of the customers' wallet. */
export interface CustomerCoin {
  readonly txid: string;
  readonly vout: number;
  readonly amount: bigint;
}

/** Fee rate of customers' payments, in satoshi for a thousand vbytes. */
export const CUSTOMER_RATE = 20_000n;
/** Size of a payment with change, at most, in vbytes. */
export const PAYMENT_VSIZE = 160;
/** Replaceable (BIP 125), as wallets make payments today. */
const SEQUENCE = 0xfffffffd;

/**
 * Signs a payment of customers. The rest returns to them.
 * @param payment null to return all of it to them
 * @param fee in satoshi
 * @returns the transaction in hex
 */
export function signCustomerPayment(coin: CustomerCoin, payment: { readonly script: string; readonly amount: bigint } | null, fee: bigint): string {
  const transaction = new Transaction();
  transaction.addInput({ txid: coin.txid, index: coin.vout, sequence: SEQUENCE, witnessUtxo: { amount: coin.amount, script: WALLET.script } });
  if (payment) transaction.addOutput({ script: hexToBytes(payment.script), amount: payment.amount });
  transaction.addOutput({ script: WALLET.script, amount: coin.amount - (payment?.amount ?? 0n) - fee });
  transaction.sign(KEY);
  transaction.finalize();
  return transaction.hex;
}
