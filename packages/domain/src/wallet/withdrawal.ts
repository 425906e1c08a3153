import type { TransferFailure } from '../transfer/obligation.ts';
import type { WalletCurrency } from './wallet.ts';

/**
 * State of a withdrawal. `requested`: waits for the signer. `refused`: the signer did not take it, and the balance is unchanged. `sending`: its amount
 * has left the balance, and is being sent. `done`: proven by the provider's own records. `failed`: not sent, and the amount is back in the balance.
 * `error`: nobody knows whether it was sent (`payout_unknown`), and operators decide; or its payout was refused (`payout_refused`), or two operators have
 * said that it was not sent (`returned`), and the signer gives it back.
 */
export const WITHDRAWAL_STATES = ['requested', 'refused', 'sending', 'done', 'failed', 'error'] as const;

/** State of a withdrawal. */
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/**
 * Why the signer did not take a withdrawal. `balance_short`: the balance is lower than its amount by now. `not_allowed`: withdrawals are switched off, or
 * its amount is none that can be withdrawn. `destination`: not one that the customer has saved, or not for long enough. `not_proven`: the site did not ask for it.
 */
export const WITHDRAWAL_REFUSALS = ['balance_short', 'not_allowed', 'destination', 'not_proven'] as const;

/** Why the signer did not take a withdrawal. */
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number];

/** Money of a customer's balance that is sent to an account or wallet of the customer. Amounts are minor units of the currency. */
export interface Withdrawal {
  readonly id: string;
  readonly version: number;
  /** Public reference, in the form of an order's; also the memo of the transfer. */
  readonly ref: string;
  readonly customerId: string;
  readonly currency: WalletCurrency;
  /** What leaves the balance. */
  readonly amount: bigint;
  /** Part of the amount that the exchange keeps for the transfer; the rest is sent. */
  readonly fee: bigint;
  readonly destination: string;
  /** Bank (slug) of withdrawals of dong; null for others. */
  readonly destinationBank: string | null;
  /** The account's holder; null where none is known. */
  readonly destinationName: string | null;
  readonly createdAt: Date;
  /** The web process's proof that the customer asked for it, with the second factor. */
  readonly proof: string;
  readonly state: WithdrawalState;
  /** Why it is refused, failed or in error; null in other states. */
  readonly reason: WithdrawalRefusal | TransferFailure | 'returned' | 'reversed' | null;
  /** Provider's or chain's reference of the transfer, once it is done. */
  readonly reference: string | null;
  /** When it came to its end; null before. */
  readonly finalAt: Date | null;
}

/** What is sent of a withdrawal. */
export function amountSentOf({ amount, fee }: Pick<Withdrawal, 'amount' | 'fee'>): bigint {
  return amount - fee;
}
