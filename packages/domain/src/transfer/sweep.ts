import { CURRENCIES, type CurrencyCode } from '../currencies.ts';
import { feeUnitOf, receivingAccountOf } from '../ledger/accounts.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { NetworkCode } from '../networks.ts';

/**
 * One transfer of a sweep of deposits: `fund` brings a deposit address the coin for its fee, `sweep` moves what lies there to the hot
 * wallet. Signed, stored, sent and followed as payouts are.
 */
export interface Sweep {
  readonly id: string;
  readonly version: number;
  readonly rail: NetworkCode;
  readonly addressIndex: number;
  readonly kind: 'fund' | 'sweep';
  /** Currency that is swept, or that the address is funded to be swept of. */
  readonly currency: CurrencyCode;
  /** Minor units of what is moved: the reserve's for `sweep`, the fee coin's for `fund`. */
  readonly amount: bigint;
  /** The transaction's id. */
  readonly key: string;
  readonly raw: string;
  /** Chain time after which it can no longer be included; null when it stays valid. */
  readonly validUntil: Date | null;
  /** Resource of the sending wallet that it consumes (a nonce, outpoints); null where chains have none. */
  readonly slot: string | null;
  readonly state: 'prepared' | 'sent' | 'done' | 'failed';
  /** What the chain took, once known. */
  readonly fee: bigint | null;
  readonly createdAt: Date;
  readonly nextCheckAt: Date;
  readonly settledAt: Date | null;
}

/** Postings of a finished transfer: swept deposits become spendable, and the network fee is spent either way. */
export function sweepPostings(sweep: Sweep, fee: bigint, newId: () => string): Posting[] {
  const { reserve } = CURRENCIES[sweep.currency];
  const postings: Posting[] = [];
  if (sweep.kind === 'sweep' && sweep.state === 'done') {
    postings.push(
      post(newId(), 'adjust', null, [
        { account: `rail:${reserve}`, amount: sweep.amount },
        { account: receivingAccountOf(reserve), amount: -sweep.amount },
      ]),
    );
  }
  const gas = feeUnitOf(reserve);
  if (gas !== null && fee > 0n) {
    postings.push(
      post(newId(), 'adjust', null, [
        { account: `gas:${gas}`, amount: -fee },
        { account: `network-fee:${gas}`, amount: fee },
      ]),
    );
  }
  return postings;
}
