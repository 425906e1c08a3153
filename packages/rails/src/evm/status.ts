import { toChecksumAddress } from '@quydoi/domain/address/evm';
import { agreedStatus } from '../chain/agreed-status.ts';
import { readTransferData, readTransferLog } from '../chain/erc20.ts';
import { RailError } from '../rail-error.ts';
import type { SignedTransfer, TransferStatus } from '../signed-payout.ts';
import { digitsOf } from './address.ts';
import { type EvmChain, tokenUnits } from './chains.ts';
import { feeUnits } from './fees.ts';
import type { EvmNode } from './node.ts';
import { StateGone } from './node-errors.ts';
import { readFinalBlock, readHeads } from './readable-chain.ts';
import { readSweepAll, type SweptTokens } from './sweeper.ts';
import { type Content, requireContent } from './transaction.ts';
import { bareLog } from './transfers.ts';
import type { Receipt } from './wire.ts';

/** A signed transfer as its bytes say it. */
interface Expected {
  readonly content: Content;
  readonly wallet: string;
}

/**
 * Status of an attempt's transfers, which share a nonce: that of the one with a receipt in an irreversible block. `superseded` needs a node to tell that
 * another transaction has consumed the nonce in an irreversible block, and then to know none of the transfers. The nonce is read first; in the
 * other order, a transfer mined in between would be missed.
 */
export async function statusOf(chain: EvmChain, nodes: readonly EvmNode[], transfers: readonly SignedTransfer[]): Promise<TransferStatus> {
  const expected = transfers.map((transfer) => ({ content: requireContent(chain, transfer), wallet: transfer.slots[0]?.wallet ?? '' }));
  if (transfers.length === 0) return { state: 'pending' };
  return agreedStatus(nodes, async (node) => {
    const { final } = await readHeads(chain, node);
    const consumed = await Promise.all(expected.map(({ wallet }) => consumedAt(node, wallet, final.number)));
    const receipts = await Promise.all(transfers.map(({ txid }) => node.receipt(txid)));
    for (const [index, receipt] of receipts.entries()) {
      const transfer = expected[index];
      const block = receipt && (await readFinalBlock(chain, node, receipt));
      if (block && transfer) return outcomeOf(chain, transfer, receipt, new Date(block.timestamp * 1_000));
    }
    const isConsumed = expected.every(({ content }, index) => content.nonce < (consumed[index] ?? 0));
    return { state: isConsumed && receipts.every((receipt) => receipt === null) ? 'superseded' : 'pending' };
  });
}

/**
 * Nonces that a wallet has consumed up to a block; none where the node has dropped the state, as most have while finality stalls: receipts prove what
 * was mined all the same, and what was not has to be sent again meanwhile.
 */
async function consumedAt(node: EvmNode, wallet: string, at: number): Promise<number> {
  try {
    return await node.nonce(wallet, at);
  } catch (error) {
    if (error instanceof StateGone) return 0;
    throw error;
  }
}

function outcomeOf(chain: EvmChain, { content, wallet }: Expected, receipt: Receipt, at: Date): TransferStatus {
  const fee = feeUnits(receipt.gasUsed * receipt.effectiveGasPrice);
  if (receipt.status === '0x0') return { state: 'failed', detail: 'reverted', fee };
  const paid = { state: 'paid', reference: receipt.transactionHash, fee, at } as const;
  if (content.data === '0x') return paid;
  const batch = readSweepAll(content.data);
  if (batch) return { ...paid, sweptFrom: sweptBy(receipt, batch, wallet) };
  const asked = readTransferData(content.data.slice(2));
  const arrived = receipt.logs.map((log) => arrivedBy(log, content.to, wallet, asked.to)).find((amount) => amount !== null && amount <= asked.amount);
  if (arrived === undefined || arrived === null) {
    throw new RailError(chain.code, 'malformed', 'unknown', `${receipt.transactionHash} succeeded, but its log tells of another transfer`);
  }
  return arrived === asked.amount ? paid : { ...paid, arrived: arrived / tokenUnits(chain.token) };
}

/** Deposit addresses whose tokens a batch has moved to the wallet, by the token's logs. */
function sweptBy({ logs }: Receipt, { token, deposits }: NonNullable<ReturnType<typeof readSweepAll>>, wallet: string): readonly string[] {
  const isSwept = ({ account, amount }: SweptTokens) =>
    logs.some((log) => {
      const arrived = arrivedBy(log, token, account, digitsOf(wallet));
      return arrived !== null && arrived <= amount;
    });
  return deposits.filter(isSwept).map(({ account }) => toChecksumAddress(account.slice(2)));
}

/** Amount that a log says arrived at the destination, in the token's units; null when it records another transfer. A token can keep a fee of its own. */
function arrivedBy(log: Receipt['logs'][number], contract: string, wallet: string, to: string): bigint | null {
  if (log.address !== contract.toLowerCase()) return null;
  const moved = readTransferLog(bareLog(log));
  if (moved === null || moved === 'unreadable' || moved.amount === 0n) return null;
  return moved.from === digitsOf(wallet) && moved.to === to ? moved.amount : null;
}
