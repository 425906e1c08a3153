import { outpointOf } from './coins.ts';
import { CUSTOMER_RATE, type CustomerCoin, PAYMENT_VSIZE, signCustomerPayment } from './customer.ts';
import type { ChainNode } from './node.ts';
import { feeAt } from './policy.ts';
import type { ChainStore } from './store.ts';

/** What a customer does with a payment later. Faults of the same names ask for it. */
export const TRICKS = ['deposit-vanishes', 'deposit-double-spent', 'deposit-fee-raised'] as const;

/** A payment that its customer takes back or replaces. */
export interface TrickPayment {
  readonly trick: (typeof TRICKS)[number];
  readonly coin: CustomerCoin;
  readonly script: string;
  readonly amount: bigint;
  readonly payer: string;
}

/** The payments that customers will take back or replace, by transaction id. */
export interface Tricks {
  add(txid: string, payment: TrickPayment): void;
  has(txid: string): boolean;
  isEmpty(): boolean;
  /** Outpoints of the coins that the tricks spend again. */
  coins(): ReadonlySet<string>;
  /** Replaces waiting payments: with a payment of the customer to itself, or with the same one at a higher fee. @param time Unix seconds */
  replaceWaiting(node: ChainNode, time: number): Promise<void>;
  /** What a dropped transaction is sent again as: a payment that is to vanish returns its coin to the payer. Ends its trick. */
  afterDrop(txid: string, raw: string): string;
}

/** Creates an empty list of tricks. */
export function createTricks(store: ChainStore): Tricks {
  const tricks = new Map<string, TrickPayment>();
  return {
    add: (txid, payment) => void tricks.set(txid, payment),
    has: (txid) => tricks.has(txid),
    isEmpty: () => tricks.size === 0,
    coins: () => new Set([...tricks.values()].map(({ coin }) => outpointOf(coin))),
    async replaceWaiting(node, time) {
      for (const [txid, { trick, coin, script, amount, payer }] of tricks) {
        if (trick === 'deposit-vanishes' || !node.pool().some((one) => one.txid === txid)) continue;
        tricks.delete(txid);
        const raw = signCustomerPayment(coin, trick === 'deposit-fee-raised' ? { script, amount } : null, feeAt(CUSTOMER_RATE * 2n, PAYMENT_VSIZE));
        await node.take(raw, time);
        for (const one of node.pool()) if (one.raw === raw) store.setPayer(one.txid, payer);
      }
    },
    afterDrop(txid, raw) {
      const payment = tricks.get(txid);
      tricks.delete(txid);
      return payment?.trick === 'deposit-vanishes' ? signCustomerPayment(payment.coin, null, feeAt(CUSTOMER_RATE, PAYMENT_VSIZE)) : raw;
    },
  };
}
