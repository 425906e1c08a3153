import type { Balances, PayoutRequest } from './payout.ts';

/** A signed transfer, stored before its first broadcast. Only the stored bytes are ever broadcast. */
export interface SignedTransfer {
  /** Transaction id, known before the first broadcast. */
  readonly txid: string;
  /** Serialized signed transfer, for `broadcast`. */
  readonly raw: string;
  /** Chain time after which the transfer can no longer be included; null when it stays valid until its slot is consumed. */
  readonly validUntil: Date | null;
  /**
   * Resource of the sending wallet that the transfer consumes and that only one mined transfer can consume: an account nonce (EVM) or the
   * spent outpoints (Bitcoin). Opaque to the exchange and unique within the network (including the wallet where nonces are per wallet). Null
   * on chains without such a resource.
   */
  readonly slot: string | null;
}

/**
 * Status of an attempt's signed transfers, of which at most one is mined, read from the chain's irreversible side. `failed` and `expired` are
 * final: no transfer of the attempt has moved money or can still do so.
 */
export type TransferStatus =
  | { readonly state: 'pending' }
  /** `reference` is the id of the transfer that was mined. */
  | { readonly state: 'paid'; readonly reference: string; readonly fee: bigint; readonly at: Date }
  | { readonly state: 'failed'; readonly detail: string; readonly fee: bigint }
  | { readonly state: 'expired' };

/** Payouts on a chain: signed, stored, then broadcast. Fees are in minor units of the network's fee coin, not of the transferred currency. */
export interface SignedPayOut {
  readonly kind: 'signed';
  /** Maximum fee in the transferred currency: 0, because chains charge their fee coin. */
  maxFee(amount: bigint): bigint;
  /**
   * Builds and signs a transfer in a free slot. Reads the chain but broadcasts nothing.
   * @param slotsInUse slots of this network's stored transfers that are not final yet, sweeps included. Concurrent calls may choose the same
   * slot: the exchange's unique index rejects the second transfer, which is then signed again.
   * @throws RailError outcome `not-done`
   */
  sign(request: PayoutRequest, now: Date, slotsInUse: readonly string[]): Promise<SignedTransfer>;
  /**
   * Signs a replacement in the same slot with a higher fee, so that at most one of the attempt's transfers can be mined. Absent on chains
   * without replacement.
   * @param transfers all transfers of the attempt so far, oldest first; never empty
   * @returns null while the newest transfer's fee is adequate, or when it has reached the rail's maximum fee
   * @throws RailError outcome `not-done`
   */
  replace?(request: PayoutRequest, transfers: readonly SignedTransfer[], now: Date): Promise<SignedTransfer | null>;
  /** Broadcasts the stored bytes. The node's response is ignored. @throws RailError when the node is unreachable */
  broadcast(transfer: SignedTransfer): Promise<void>;
  /**
   * Looks up an attempt's transfers on the chain's irreversible side.
   * @param transfers all transfers of the attempt; never empty
   * @throws RailError when the chain cannot be read
   */
  status(transfers: readonly SignedTransfer[]): Promise<TransferStatus>;
  /** Reads the spendable balances of the hot wallet. */
  balances(): Promise<Balances>;
}
