import { agreedStatus } from '../chain/agreed-status.ts';
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
 * Status of one transfer. `expired` needs a node to have an irreversible head after the expiration, and then not to know the transaction:
 * a block is only built on a parent whose time is before the expirations of the transactions in it, so no block after that head can include
 * the transfer. The head is read first; in the other order, a block in between would be missed.
 */
async function statusOfOne(nodes: readonly TronNode[], marginMs: number, transfer: SignedTransfer): Promise<TransferStatus> {
  const transaction = requireSigned(transfer);
  const endsAt = transaction.raw_data.expiration;
  return agreedStatus(nodes, async (node) => {
    const head = await node.head('walletsolidity');
    const info = await node.info(transfer.txid);
    if (info) return outcomeOf(transaction, info);
    return { state: head.at <= endsAt + marginMs ? 'pending' : 'expired' };
  });
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
  const paid = { state: 'paid', reference: info.id, fee, at: new Date(info.blockTimeStamp) } as const;
  if (call.type === 'TransferContract') return paid;
  const asked = readTransferData(call.parameter.value.data).amount;
  const arrived = info.log.map((log) => arrivedBy(call.parameter.value, log)).find((amount) => amount !== null && amount <= asked);
  if (arrived === undefined || arrived === null) {
    throw new RailError('tron', 'malformed', 'unknown', `${info.id} succeeded, but its log tells of another transfer`);
  }
  return arrived === asked ? paid : { ...paid, arrived };
}

/** Amount that a log says arrived at the destination of the signed transfer; null when it records another. A token can keep a fee of its own. */
function arrivedBy(call: { readonly owner_address: string; readonly contract_address: string; readonly data: string }, log: Log): bigint | null {
  if (log.address !== call.contract_address.slice(2)) return null;
  const moved = readTransferLog(log);
  if (moved === null || moved === 'unreadable' || moved.amount === 0n) return null;
  const isOurs = moved.from === call.owner_address.slice(2) && moved.to === readTransferData(call.data).to.slice(2);
  return isOurs ? moved.amount : null;
}
