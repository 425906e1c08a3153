import { CURRENCIES } from '@quydoi/domain/currencies';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { BlocksRead, ChainSide, ReadableChain } from '../chain/block-sources.ts';
import { readTransferLog } from '../chain/erc20.ts';
import { RailError } from '../rail-error.ts';
import type { AssetArrival } from '../source.ts';
import { base58Of } from './address.ts';
import { hasSucceeded, type TransactionInfo, type TronNode } from './node.ts';
import { coinsOf, otherTokensOf } from './other-assets.ts';

const TXID = /^[0-9a-f]{64}$/;

/**
 * Read access to TRON for its block sources.
 * @param contract the token contract, `41…` in hex
 */
export function readableChain(node: TronNode, contract: string): ReadableChain {
  return {
    code: 'tron',
    async head(side) {
      const { number, at } = await node.head(side === 'confirmed' ? 'walletsolidity' : 'wallet');
      return { number, at: new Date(at) };
    },
    read: (from, to, side) => (side === 'confirmed' ? readIrreversible(node, from, to, contract) : readNewest(node, from, to, contract)),
  };
}

/**
 * Reads irreversible blocks. A block is complete only when its transactions and its results are of the same ones: a lagging node leaves some out or all,
 * and the missing ones would be skipped for good.
 */
async function readIrreversible(node: TronNode, from: number, to: number, contract: string): Promise<BlocksRead> {
  const facts: PaymentFact[] = [];
  const otherAssets: AssetArrival[] = [];
  const blocks = await node.blocks(from, to);
  for (const { number, transactions } of blocks) {
    const infos = transactions.length === 0 ? [] : await node.infosOf(number);
    const known = new Set(infos.map(({ id }) => id));
    if (known.size !== transactions.length || transactions.some(({ txID }) => !known.has(txID)))
      throw new RailError('tron', 'busy', 'not-done', `the node does not have block ${number} whole yet`);
    facts.push(...infos.flatMap((info) => paymentsOf(info, contract, 'confirmed')));
    otherAssets.push(...infos.flatMap((info) => otherTokensOf(info, contract)), ...transactions.flatMap(coinsOf));
  }
  const last = blocks.at(-1);
  return { facts, otherAssets, lastAt: last ? new Date(last.at) : null };
}

async function readNewest(node: TronNode, from: number, to: number, contract: string): Promise<BlocksRead> {
  const facts: PaymentFact[] = [];
  for (let number = from; number <= to; number += 1) {
    facts.push(...(await node.infosOf(number, 'wallet')).flatMap((info) => paymentsOf(info, contract, 'newest')));
  }
  return { facts, otherAssets: [], lastAt: null };
}

/**
 * The token transfers of an irreversible transaction; none when there is no such transaction.
 * @param reference a payment's: the transaction's id, with the transfer's place in it
 */
export async function paymentsAt(node: TronNode, contract: string, reference: string): Promise<readonly PaymentFact[]> {
  const [txid = ''] = reference.split(':');
  if (!TXID.test(txid)) return [];
  const info = await node.info(txid);
  return info ? paymentsOf(info, contract, 'confirmed') : [];
}

/** Token transfers in one transaction; contracts can make several. Transfers of nothing, or next to it, are ignored: strangers send them to fill histories. */
function paymentsOf(info: TransactionInfo, contract: string, side: ChainSide): PaymentFact[] {
  if (!hasSucceeded(info)) return [];
  const facts: PaymentFact[] = [];
  for (const [index, log] of info.log.entries()) {
    if (log.address !== contract.slice(2)) continue;
    const transfer = readTransferLog(log);
    if (transfer === 'unreadable') throw new RailError('tron', 'malformed', 'not-done', `log ${index} of ${info.id} cannot be read`);
    if (transfer === null || transfer.amount < CURRENCIES.trc20.paymentMin) continue;
    const reference = `${info.id}:${index}`;
    facts.push({
      network: 'tron',
      account: base58Of(transfer.to),
      reference,
      unit: 'usdt-tron',
      amount: transfer.amount,
      exactAmount: null,
      memo: '',
      payer: base58Of(transfer.from),
      payerName: null,
      paidAt: new Date(info.blockTimeStamp),
      confirmed: side === 'confirmed',
      source: side === 'confirmed' ? 'tron-block' : 'tron-head',
      sourceId: reference,
    });
  }
  return facts;
}
