import { CURRENCIES, CURRENCY_CODES, type CurrencyCode } from '../currencies.ts';
import { feeUnitOf, receivingAccountOf } from '../ledger/accounts.ts';
import { type Posting, post } from '../ledger/post.ts';
import { NETWORKS, type NetworkCode } from '../networks.ts';
import type { Slot } from './slot.ts';

/**
 * One transfer from or to a deposit address: `fund` sends the address the coin for the fee, `sweep` moves its balance to the hot wallet, `boost` moves a
 * deposit that is not mined, for a fee that has both mined. Signed, stored, sent and confirmed like payouts.
 */
export interface Sweep {
  readonly id: string;
  readonly version: number;
  readonly network: NetworkCode;
  readonly addressIndex: number;
  readonly kind: 'fund' | 'sweep' | 'boost';
  /** Currency that is swept or boosted, or whose sweep is funded. */
  readonly currency: CurrencyCode;
  /** Amount in minor units: of the reserve, or of the fee coin for `fund`. */
  readonly amount: bigint;
  /** Transaction id; the sweeps of a batch share one. */
  readonly key: string;
  /** Whether the transfer sweeps several addresses at once. The hot wallet pays its fee, of which each sweep has a share; one of them has its slots. */
  readonly isBatched: boolean;
  readonly raw: string;
  /** Chain time after which the transfer can no longer be included in a block; null when it does not expire. */
  readonly validUntil: Date | null;
  /** Slots that the transfer consumes; empty on chains without slots, and in all sweeps of a batch but one. */
  readonly slots: readonly Slot[];
  readonly state: 'prepared' | 'sent' | 'done' | 'failed';
  /** Network fee; null until known. */
  readonly fee: bigint | null;
  readonly createdAt: Date;
  readonly nextCheckAt: Date;
  readonly settledAt: Date | null;
}

/**
 * Posts a finished transfer: a successful sweep makes deposits available, and the network fee is charged in any case. A sweep of the coin that pays fees
 * pays its own out of the deposit. A boost moves what the payment's own posting counts, less its fee.
 */
export function sweepPostings(sweep: Sweep, fee: bigint, newId: () => string): Posting[] {
  const { reserve } = CURRENCIES[sweep.currency];
  const deposits = receivingAccountOf(reserve);
  if (sweep.kind === 'boost') {
    if (fee === 0n) return [];
    return [
      post(newId(), 'sweep', null, [
        { account: deposits, amount: -fee },
        { account: `network-fee:${reserve}`, amount: fee },
      ]),
    ];
  }
  const isMoved = sweep.kind === 'sweep' && sweep.state === 'done';
  if (ownFeeCurrencies(sweep.network).includes(sweep.currency)) {
    const [gone, arrived] = isMoved ? [sweep.amount, sweep.amount - fee] : [fee, 0n];
    if (gone === 0n) return [];
    return [
      post(newId(), 'sweep', null, [
        { account: `rail:${reserve}`, amount: arrived },
        { account: deposits, amount: -gone },
        { account: `network-fee:${reserve}`, amount: fee },
      ]),
    ];
  }
  const postings: Posting[] = [];
  if (isMoved) {
    postings.push(
      post(newId(), 'sweep', null, [
        { account: `rail:${reserve}`, amount: sweep.amount },
        { account: deposits, amount: -sweep.amount },
      ]),
    );
  }
  const gas = feeUnitOf(reserve);
  if (gas !== null && fee > 0n) {
    postings.push(
      post(newId(), 'sweep', null, [
        { account: `gas:${gas}`, amount: -fee },
        { account: `network-fee:${gas}`, amount: fee },
      ]),
    );
  }
  return postings;
}

/** Shares of a transfer's fee, as equal as can be: their sum is the fee. */
export function feeShares(fee: bigint, count: number): readonly bigint[] {
  const [share, rest] = [fee / BigInt(count), fee % BigInt(count)];
  return Array.from({ length: count }, (_, n) => share + (BigInt(n) < rest ? 1n : 0n));
}

/** Whether a currency is the coin that its network's fees are paid in. */
export function isFeeCoin(code: CurrencyCode): boolean {
  return ownFeeCurrencies(CURRENCIES[code].network).includes(code);
}

/** Currencies of a network whose sweeps pay their fee out of what they move: the coin that its fees are paid in, where customers trade it. */
export function ownFeeCurrencies(network: NetworkCode): readonly CurrencyCode[] {
  return CURRENCY_CODES.filter((code) => CURRENCIES[code].network === network && NETWORKS[network].feeCoin?.unit === CURRENCIES[code].reserve);
}
