import { CURRENCIES } from '@quydoi/domain/currencies';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { AssetArrival } from '../source.ts';
import { addressOfScript } from './address.ts';
import type { RawTransaction } from './block.ts';
import type { BitcoinChain } from './chains.ts';

/** Asset of coins that a block creates for its miner: they cannot be spent for a hundred blocks. */
const NEW_COINS = 'coinbase';

/** A payment into an address. */
export function paymentFact(account: string, reference: string, amount: bigint, paidAt: Date, confirmed: boolean): PaymentFact {
  return {
    network: 'bitcoin',
    account,
    reference,
    unit: CURRENCIES.btc.reserve,
    amount,
    exactAmount: null,
    memo: '',
    // Inputs may be of many, and an exchange's own: they tell no sender.
    payer: null,
    payerName: null,
    paidAt,
    confirmed,
    source: confirmed ? 'bitcoin-block' : 'bitcoin-head',
    sourceId: reference,
  };
}

/** The payments in a transaction of an irreversible block: each output that pays to an address. @param paidAt the block's time */
export function paymentsOf(chain: BitcoinChain, transaction: RawTransaction, paidAt: Date): PaymentFact[] {
  if (transaction.isCoinbase) return [];
  return arrivals(chain, transaction).map(({ account, vout, amount }) =>
    paymentFact(account, referenceOf(transaction.txid, vout), amount, paidAt, true),
  );
}

/** New coins of a block's miner, which no order is paid in. */
export function newCoinsOf(chain: BitcoinChain, transaction: RawTransaction): AssetArrival[] {
  if (!transaction.isCoinbase) return [];
  const { txid } = transaction;
  return arrivals(chain, transaction).map(({ account, vout, amount }) => ({
    account,
    reference: `${referenceOf(txid, vout)}:${NEW_COINS}`,
    txid,
    asset: NEW_COINS,
    amount,
    payer: null,
  }));
}

/** `txid:vout`: it stays when another block includes the transaction. */
export function referenceOf(txid: string, vout: number): string {
  return `${txid}:${vout}`;
}

function arrivals(chain: BitcoinChain, { outputs }: RawTransaction) {
  return outputs.flatMap(({ script, amount }, vout) => {
    const account = amount > 0n ? addressOfScript(chain, script) : null;
    return account === null ? [] : [{ account, vout, amount }];
  });
}
