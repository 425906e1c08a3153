import { type Log, readTransferLog } from '../chain/erc20.ts';
import { RailError } from '../rail-error.ts';
import type { SignedTransfer, TransferStatus } from '../signed-payout.ts';
import { readTransferData } from './abi.ts';
import type { TransactionInfo, TronNode } from './node.ts';
import { readSigned, type SignedTransaction } from './transaction.ts';

/**
 * Status of an attempt's transfers by the irreversible side. There is one transfer an attempt, since TRON has no replacement; of several, the
 * first that is not expired decides.
 */
export async function statusOf(nodes: readonly TronNode[], marginMs: number, transfers: readonly SignedTransfer[]): Promise<TransferStatus> {
  for (const transfer of transfers) {
    const status = await statusOfOne(nodes, marginMs, transfer);
    if (status.state !== 'expired') return status;
  }
  return { state: transfers.length === 0 ? 'pending' : 'expired' };
}

/**
 * Status of one transfer. `expired` needs every node to have an irreversible head after the expiration, and then not to know the transaction:
 * a block is only built on a parent whose time is before the expirations of the transactions in it, so no block after that head can include
 * the transfer. The head is read first; in the other order, a block in between would be missed.
 */
async function statusOfOne(nodes: readonly TronNode[], marginMs: number, transfer: SignedTransfer): Promise<TransferStatus> {
  const transaction = requireSigned(transfer);
  const endsAt = transaction.raw_data.expiration;
  let isPending = nodes.length === 0;
  for (const node of nodes) {
    const head = await node.head('walletsolidity');
    const info = await node.info(transfer.txid);
    if (info) return outcomeOf(transaction, info);
    if (head.at <= endsAt + marginMs) isPending = true;
    if (isPending) break;
  }
  return { state: isPending ? 'pending' : 'expired' };
}

/** Parses the transaction of a stored transfer. @throws RailError when its bytes do not match its id; it is then never broadcast */
export function requireSigned(transfer: SignedTransfer): SignedTransaction {
  const transaction = readSigned(transfer.raw);
  if (transaction && transaction.txID === transfer.txid) return transaction;
  throw new RailError('tron', 'malformed', 'not-done', `the stored transfer ${transfer.txid} is not what its id says`);
}

function outcomeOf(transaction: SignedTransaction, info: TransactionInfo): TransferStatus {
  const fee = BigInt(info.fee);
  const call = transaction.raw_data.contract[0];
  const result = info.receipt.result ?? (call.type === 'TransferContract' ? 'SUCCESS' : undefined);
  if (result === undefined) throw new RailError('tron', 'malformed', 'unknown', `${info.id} has no result`);
  if (result !== 'SUCCESS' || info.result === 'FAILED')
    return { state: 'failed', detail: info.result === 'FAILED' ? `FAILED ${result}` : result, fee };
  if (call.type === 'TriggerSmartContract' && !info.log.some((log) => isOf(call.parameter.value, log))) {
    throw new RailError('tron', 'malformed', 'unknown', `${info.id} succeeded, but its log tells of another transfer`);
  }
  return { state: 'paid', reference: info.id, fee, at: new Date(info.blockTimeStamp) };
}

/** Whether a log records the signed transfer. */
function isOf(call: { readonly owner_address: string; readonly contract_address: string; readonly data: string }, log: Log): boolean {
  if (log.address !== call.contract_address.slice(2)) return false;
  const moved = readTransferLog(log);
  if (moved === null || moved === 'unreadable') return false;
  const asked = readTransferData(call.data);
  return moved.from === call.owner_address.slice(2) && moved.to === asked.to.slice(2) && moved.amount === asked.amount;
}
