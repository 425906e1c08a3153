import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { type DepositScan, type PaymentPage, RailError } from '../rail.ts';
import { readTransferLog } from './abi.ts';
import { base58Of } from './address.ts';
import type { TransactionInfo, TronNode } from './node.ts';

/** How deposits are read. */
export interface DepositOptions {
  /** The token contract, `41…` in hex. */
  readonly contract: string;
  /** Blocks of one page. */
  readonly blocksMax: number;
}

const CURSOR = /^\d{1,15}$/;
/** How far back the newest blocks are read: as many as are not irreversible yet, and some. */
const HEAD_BLOCKS_MAX = 25;

/** Reads deposits block by block, for crediting from a node's irreversible side. The cursor is the number of the last block that was read. */
export function createDepositScan(node: TronNode, options: DepositOptions): DepositScan {
  return {
    async scan(cursor, isOurs): Promise<PaymentPage> {
      const last = blockNumber(cursor);
      const head = await node.head('walletsolidity');
      const readThrough = new Date(head.at);
      if (last === null) return { facts: [], cursor: String(head.number), more: false, readThrough };
      const from = last + 1;
      const to = Math.min(head.number, from + options.blocksMax - 1);
      const facts: PaymentFact[] = [];
      for (let number = from; number <= to; number += 1) {
        for (const info of await infosOf(node, number)) facts.push(...depositsIn(info, options.contract, isOurs));
      }
      const more = to >= from && to < head.number;
      return { facts, cursor: String(Math.max(to, from - 1)), more, ...(to < head.number ? {} : { readThrough }) };
    },
    async scanHead(cursor, isOurs): Promise<PaymentPage> {
      const last = blockNumber(cursor);
      const head = await node.head('wallet');
      const from = Math.max((last ?? head.number) + 1, head.number - HEAD_BLOCKS_MAX + 1);
      const facts: PaymentFact[] = [];
      for (let number = from; number <= head.number; number += 1) {
        for (const info of await node.infosOf(number, 'wallet')) facts.push(...depositsIn(info, options.contract, isOurs).map(onlySeen));
      }
      return { facts, cursor: String(head.number), more: false };
    },
  };
}

/** The block that a cursor names. @throws RailError when it names none */
function blockNumber(cursor: string | null): number | null {
  if (cursor === null) return null;
  if (!CURSOR.test(cursor)) throw new RailError('tron', 'malformed', 'not-done', 'the cursor is no block number');
  return Number(cursor);
}

/** A deposit in a block that can still be undone. */
function onlySeen(fact: PaymentFact): PaymentFact {
  return { ...fact, confirmed: false, source: 'tron-head' };
}

/**
 * What a block's transactions did. A node behind others answers "nothing" for a block that it does not have yet, and the block would be
 * skipped for good: so nothing is believed only when the block itself is there and is empty.
 */
async function infosOf(node: TronNode, number: number): Promise<readonly TransactionInfo[]> {
  const infos = await node.infosOf(number);
  if (infos.length > 0) return infos;
  const block = await node.block(number);
  if (block?.transactions === 0) return infos;
  throw new RailError('tron', 'busy', 'not-done', `the node does not have block ${number} whole yet`);
}

/** The deposits in one transaction: it may hold several, made by contracts between. Transfers of nothing are bait and no deposit. */
function depositsIn(info: TransactionInfo, contract: string, isOurs: (address: string) => boolean): PaymentFact[] {
  if (info.result === 'FAILED' || (info.receipt.result ?? 'SUCCESS') !== 'SUCCESS') return [];
  const facts: PaymentFact[] = [];
  for (const [index, log] of info.log.entries()) {
    if (log.address !== contract.slice(2)) continue;
    const transfer = readTransferLog(log);
    if (transfer === 'unreadable') throw new RailError('tron', 'malformed', 'not-done', `log ${index} of ${info.id} cannot be read`);
    if (transfer === null || transfer.amount === 0n) continue;
    const account = base58Of(transfer.to);
    if (!isOurs(account)) continue;
    const reference = `${info.id}:${index}`;
    facts.push({
      rail: 'tron',
      account,
      reference,
      unit: 'usdt-tron',
      amount: transfer.amount,
      exactAmount: null,
      memo: '',
      payer: base58Of(transfer.from),
      payerName: null,
      paidAt: new Date(info.blockTimeStamp),
      confirmed: true,
      source: 'tron-block',
      sourceId: reference,
    });
  }
  return facts;
}
