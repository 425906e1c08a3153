import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { FeeCoin } from '@quydoi/domain/operations/fee-coin';
import type { Slot, SlotInUse } from '@quydoi/domain/transfer/slot';
import type { Balances, PayoutRequest } from './payout.ts';

/** A signed transfer, stored before its first broadcast. Only the stored bytes are ever broadcast. */
export interface SignedTransfer {
  /** Transaction id, known before the first broadcast. */
  readonly txid: string;
  /** Serialized signed transfer, for `broadcast`. */
  readonly raw: string;
  /** Chain time after which the transfer can no longer be included; null when it stays valid until one of its slots is consumed. */
  readonly validUntil: Date | null;
  /** Slots that the transfer consumes: its nonce (EVM) or each output that it spends (Bitcoin). Empty on chains without slots. */
  readonly slots: readonly Slot[];
}

/**
 * Status of an attempt's signed transfers, of which at most one is mined, read from the chain's irreversible side. `failed` and `expired` are
 * final: no transfer of the attempt has moved money or can still do so.
 */
export type ProvenStatus =
  | { readonly state: 'pending' }
  /**
   * `reference` is the id of the transfer that was mined; `arrived` the amount, where the token kept a fee of its own from it; `sweptFrom` the deposit
   * addresses that a batch has swept.
   */
  | {
      readonly state: 'paid';
      readonly reference: string;
      readonly fee: bigint;
      readonly at: Date;
      readonly arrived?: bigint;
      readonly sweptFrom?: readonly string[];
    }
  | { readonly state: 'failed'; readonly detail: string; readonly fee: bigint }
  | { readonly state: 'expired' };

/**
 * Status of transfers as a rail tells it. `superseded` decides nothing yet: a slot of each is consumed for good and the nodes tell of none of them, which a
 * node that lacks the transfer that was mined answers too. That another transfer in the slot was mined proves it.
 */
export type TransferStatus = ProvenStatus | { readonly state: 'superseded' };

/** A hot wallet's fee coin, with what a transfer may cost at most. */
export interface PricedFeeCoin extends FeeCoin {
  /** In the coin's minor units; absent where nothing limits it. */
  readonly perTransferMax?: bigint;
  /** What a payout costs now, by currency, where not as much as `perTransfer`. */
  readonly perPayout?: Readonly<Partial<Record<CurrencyCode, bigint>>>;
}

/** Payouts on a chain: signed, stored, then broadcast. Fees are in minor units of the network's fee coin; of the reserve where it has none. */
export interface SignedPayouts {
  readonly kind: 'signed';
  /** Maximum fee on top of `amount`, in minor units of the reserve: 0 where the network has a fee coin. */
  maxFee(amount: bigint): bigint;
  /**
   * Builds and signs a transfer in free slots. Of nonces it takes the earliest free one: that may still have bytes that were signed and never sent,
   * which are void once it is consumed. Reads the chain but broadcasts nothing.
   * @param slotsInUse slots of this network's live transfers, sweeps included, which must not be chosen, and the highest consumed nonces. Concurrent
   * calls may choose the same slot: the exchange then stores only one of the transfers and has the other signed again.
   * @throws RailError outcome `not-done`
   */
  sign(request: PayoutRequest, now: Date, slotsInUse: readonly SlotInUse[]): Promise<SignedTransfer>;
  /**
   * Signs a replacement with a higher fee that consumes all slots of the attempt's first transfer, so that at most one of the attempt's transfers
   * can be mined. Absent on chains without replacement.
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
  /**
   * Reads why the network cannot pay as priced now, such as a paused token contract; null when it can. Absent where nothing can keep it from paying.
   * @throws RailError when the chain cannot be read
   */
  suspension?(now: Date): Promise<string | null>;
  /**
   * Reads the coin of the hot wallet that pays fees (the reserve itself where there is no other), and what transfers cost now.
   * @throws RailError when the chain cannot be read
   */
  feeCoin?(now: Date): Promise<PricedFeeCoin>;
  /** Reads the spendable balances of the hot wallet. @throws RailError when the chain cannot be read, or its node is stalled */
  balances(now: Date): Promise<Balances>;
}
