import { type Posting, post } from './ledger/post.ts';
import type { NetworkCode } from './networks.ts';
import { GAS_OF } from './order/payout-steps.ts';

/**
 * One transfer that gathers deposits: `fund` brings a deposit address the coin for its fee, `sweep` moves what lies there to the hot
 * wallet. Signed, stored, sent and followed as payouts are.
 */
export interface Sweep {
  readonly id: string;
  readonly version: number;
  readonly rail: NetworkCode;
  readonly addressIndex: number;
  readonly kind: 'fund' | 'sweep';
  /** Minor units of what is moved: the reserve's for `sweep`, the fee coin's for `fund`. */
  readonly amount: bigint;
  /** The transaction's id. */
  readonly key: string;
  readonly raw: string;
  /** Chain time after which it can no longer be included; null when it stays valid. */
  readonly validUntil: Date | null;
  readonly state: 'prepared' | 'sent' | 'done' | 'failed';
  /** What the chain took, once known. */
  readonly fee: bigint | null;
  readonly createdAt: Date;
  readonly nextCheckAt: Date;
  readonly settledAt: Date | null;
}

/** What a finished transfer moves in the books: gathered deposits can be paid out, and the chain's fee is gone either way. */
export function sweepPostings(sweep: Sweep, fee: bigint, newId: () => string): Posting[] {
  const postings: Posting[] = [];
  if (sweep.kind === 'sweep' && sweep.state === 'done') {
    postings.push(
      post(newId(), 'adjust', null, [
        { account: 'rail:usdt-tron', amount: sweep.amount },
        { account: 'rail:usdt-tron-deposits', amount: -sweep.amount },
      ]),
    );
  }
  const gas = GAS_OF['usdt-tron'];
  if (gas !== undefined && fee > 0n) {
    postings.push(
      post(newId(), 'adjust', null, [
        { account: `gas:${gas}`, amount: -fee },
        { account: `network-fee:${gas}`, amount: fee },
      ]),
    );
  }
  return postings;
}
