import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { ChainSide, ReadableChain } from '../chain/block-sources.ts';
import { readTransferLog } from '../chain/erc20.ts';
import { RailError } from '../rail-error.ts';
import { base58Of } from './address.ts';
import type { TransactionInfo, TronNode } from './node.ts';

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
    async paymentsIn(number, side) {
      const infos = side === 'confirmed' ? await irreversibleInfosOf(node, number) : await node.infosOf(number, 'wallet');
      return infos.flatMap((info) => paymentsOf(info, contract, side));
    },
  };
}

/**
 * The transactions of an irreversible block. A lagging node returns an empty list for a block that it does not have yet, and
 * the block would be skipped for good: an empty list is accepted only when the block itself exists and is empty.
 */
async function irreversibleInfosOf(node: TronNode, number: number): Promise<readonly TransactionInfo[]> {
  const infos = await node.infosOf(number);
  if (infos.length > 0) return infos;
  const block = await node.block(number);
  if (block?.transactions === 0) return infos;
  throw new RailError('tron', 'busy', 'not-done', `the node does not have block ${number} whole yet`);
}

/** Token transfers in one transaction; contracts can make several. Zero-value transfers (address poisoning) are ignored. */
function paymentsOf(info: TransactionInfo, contract: string, side: ChainSide): PaymentFact[] {
  if (info.result === 'FAILED' || (info.receipt.result ?? 'SUCCESS') !== 'SUCCESS') return [];
  const facts: PaymentFact[] = [];
  for (const [index, log] of info.log.entries()) {
    if (log.address !== contract.slice(2)) continue;
    const transfer = readTransferLog(log);
    if (transfer === 'unreadable') throw new RailError('tron', 'malformed', 'not-done', `log ${index} of ${info.id} cannot be read`);
    if (transfer === null || transfer.amount === 0n) continue;
    const reference = `${info.id}:${index}`;
    facts.push({
      rail: 'tron',
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
