import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { LedgerUnit } from '@quydoi/domain/ledger/accounts';
import type { VoucherCode } from './voucher.ts';

/** Request for one payout. Immutable per attempt. */
export interface PayoutRequest {
  /** Our stored key, unique per attempt. */
  readonly key: string;
  /** Currency to pay out: a network may carry several (its own coin and tokens). */
  readonly currency: CurrencyCode;
  /** Minor units of the currency's reserve. */
  readonly amount: bigint;
  readonly destination: string;
  readonly destinationBank: string | null;
  /** Memo shown to the recipient. */
  readonly memo: string;
}

/** A provider's response to `send`. `accepted` still has to be confirmed by the provider's records; `refused` is definitely not paid. */
export type SendOutcome =
  | {
      readonly state: 'accepted';
      readonly reference: string;
      readonly fee: bigint | null;
      /** What was paid out, where that is a voucher. */
      readonly voucher?: VoucherCode;
    }
  | { readonly state: 'refused'; readonly refusal: PayoutRefusal; readonly detail: string };

/** Reason of a definite refusal: bad destination, insufficient funds in our wallet, rejected credentials, or a temporary condition to retry. */
export type PayoutRefusal = 'destination' | 'funds' | 'credentials' | 'temporary' | 'other';

/** State of an attempt in the provider's own records. */
export type PayoutRecord =
  | {
      readonly state: 'paid';
      readonly reference: string;
      readonly fee: bigint;
      readonly at: Date;
      /** References of further transfers under the same key: the provider has paid more than once. */
      readonly duplicates?: readonly string[];
      /** What was paid out, where that is a voucher. */
      readonly voucher?: VoucherCode;
    }
  | { readonly state: 'pending' }
  /** The provider waits for a one-time code that an operator has to enter. */
  | { readonly state: 'waiting-otp' }
  /** Rejected by the provider after it had accepted the payout: definitely not paid. */
  | { readonly state: 'refused'; readonly detail: string }
  /** Paid, then returned by the provider. */
  | { readonly state: 'reversed'; readonly reference: string }
  | { readonly state: 'absent' };

/** References of payouts that carry no key at the provider. */
export interface KnownReferences {
  /** Reference of the attempt itself; null when its answer was lost. */
  readonly own: string | null;
  /** References of all other attempts that may have been made at the same time. */
  readonly others: ReadonlySet<string>;
}

/** Payouts by a provider without idempotency: a repeated `send` pays twice. After a lost response, only the provider's history can tell. */
export interface OneShotPayouts {
  readonly kind: 'one-shot';
  /** Maximum fee charged to us on top of `amount`, in minor units of the reserve. */
  maxFee(amount: bigint): bigint;
  /**
   * Sends the payout once, without retries.
   * @throws RailError outcome `not-done` when the payout was definitely not sent, `unknown` when it may have been
   */
  send(request: PayoutRequest, now: Date): Promise<SendOutcome>;
  /**
   * Looks an attempt up in the provider's records.
   * @param known what our own books tell, for payouts that carry no key at the provider (vouchers)
   * @throws RailError when the records cannot be read
   */
  find(request: PayoutRequest, sentAt: Date, now: Date, known?: KnownReferences): Promise<PayoutRecord>;
  /** Reads the spendable balances of the paying account. */
  balances(now: Date): Promise<Balances>;
}

/**
 * Payouts by a provider that deduplicates by our idempotency key. `find` may also report `waiting-otp`, or `reversed` after the payout was
 * paid.
 */
export interface KeyedPayouts extends Omit<OneShotPayouts, 'kind'> {
  readonly kind: 'keyed';
  /** The provider's name, where its network has, or had, several: each attempt keeps it, so it never changes. Lowercase letters. */
  readonly name?: string;
  /** Whether the provider can make a payout, by its limits and the banks that it knows. All payouts if omitted. */
  takes?(request: Pick<PayoutRequest, 'amount' | 'destinationBank'>): boolean;
}

/** Spendable balances in minor units, by reserve; on chains also the fee coin's, by its unit. */
export type Balances = ReadonlyMap<LedgerUnit, bigint>;
