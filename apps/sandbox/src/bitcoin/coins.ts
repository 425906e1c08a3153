import { CUSTOMER_RATE, CUSTOMER_SCRIPT, type CustomerCoin, PAYMENT_VSIZE } from './customer.ts';
import type { ChainNode } from './node.ts';
import { feeAt } from './policy.ts';

/** Confirmations from which a block's new coins can be spent. */
const MATURITY = 100;

/** Names an output: `TXID:VOUT`. */
export function outpointOf({ txid, vout }: { readonly txid: string; readonly vout: number }): string {
  return `${txid}:${vout}`;
}

/** Most that a payment costs, in satoshi: its customer may replace it at a higher fee. */
const PAYMENT_FEE_MAX = feeAt(CUSTOMER_RATE * 4n, PAYMENT_VSIZE);

/**
 * Finds a coin of the customers that can pay an amount and its fee, and that nothing spends.
 * @param kept outpoints of coins that are not to be used, because their customers will spend them again
 * @throws Error when there is none
 */
export function findCustomerCoin(node: ChainNode, amount: bigint, kept: ReadonlySet<string>): CustomerCoin {
  const spent = spentByPool(node);
  const tip = node.ledger.blocks.length - 1;
  for (const block of node.ledger.blocks) {
    for (const { txid, outputs, isCoinbase } of block.transactions) {
      if (isCoinbase && tip - block.height < MATURITY) continue;
      const vout = outputs.findIndex((output, n) => {
        const outpoint = outpointOf({ txid, vout: n });
        const isFree = !node.ledger.spentIn(txid, n) && !spent.has(outpoint) && !kept.has(outpoint);
        return output.script === CUSTOMER_SCRIPT && output.amount > amount + PAYMENT_FEE_MAX && isFree;
      });
      const found = outputs[vout];
      if (found) return { txid, vout, amount: found.amount };
    }
  }
  throw new Error('the customers have no coin that is large enough');
}

/** Unspent money by output script, in satoshi, waiting transactions included; without the customers' wallet. */
export function readHoldings(node: ChainNode): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  const spent = spentByPool(node);
  const all = [...node.ledger.blocks.flatMap(({ transactions }) => transactions), ...node.pool().map(({ transaction }) => transaction)];
  for (const { txid, outputs } of all) {
    for (const [vout, { script, amount }] of outputs.entries()) {
      const isLeft = script !== CUSTOMER_SCRIPT && amount > 0n && !node.ledger.spentIn(txid, vout) && !spent.has(outpointOf({ txid, vout }));
      if (isLeft) sums.set(script, (sums.get(script) ?? 0n) + amount);
    }
  }
  return sums;
}

function spentByPool(node: ChainNode): ReadonlySet<string> {
  return new Set(node.pool().flatMap(({ transaction }) => transaction.inputs.map(outpointOf)));
}
