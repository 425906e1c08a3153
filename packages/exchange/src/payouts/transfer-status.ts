import { readTransfersInSlots } from '@quydoi/database/repositories/slots';
import type { NetworkCode } from '@quydoi/domain/networks';
import { shareSlot } from '@quydoi/domain/transfer/slot';
import type { ProvenStatus, SignedPayouts, SignedTransfer } from '@quydoi/rails/signed-payout';
import type { SignerCtx } from './signer.ts';

/**
 * Status of the signed transfers of an attempt or a sweep. Nodes that count a slot as consumed and do not know the transfer may only be behind with
 * their receipts, and the money would be sent twice: the transfers have expired only once another of ours in their slot is in an irreversible block.
 * Nobody else can sign in our wallets' slots; until then they are pending.
 * @throws RailError when the chain cannot be read
 */
export async function readTransferStatus(
  ctx: SignerCtx,
  network: NetworkCode,
  payouts: SignedPayouts,
  transfers: readonly SignedTransfer[],
): Promise<ProvenStatus> {
  const status = await payouts.status(transfers);
  if (status.state !== 'superseded') return status;
  const txids = transfers.map(({ txid }) => txid);
  const slots = transfers.flatMap((transfer) => transfer.slots);
  const others = (await readTransfersInSlots(ctx.orm, network, slots)).filter(
    (other) => !txids.includes(other.txid) && transfers.every((transfer) => shareSlot(transfer.slots, other.slots)),
  );
  for (const other of others) {
    const { state } = await payouts.status([other]);
    if (state === 'paid' || state === 'failed') return { state: 'expired' };
  }
  ctx.logger.warn({ network, txids, slots }, 'slots are consumed, by no transfer that the nodes tell of');
  return { state: 'pending' };
}
