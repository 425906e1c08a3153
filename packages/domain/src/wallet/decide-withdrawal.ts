import { type Change, NO_CHANGE, type Step } from '../change.ts';
import { CURRENCIES } from '../currencies.ts';
import type { DecisionContext } from '../decision-context.ts';
import { post } from '../ledger/post.ts';
import { type PayoutDraft, queuedPayout } from '../transfer/payout.ts';
import { balanceAccountOf } from './wallet.ts';
import { amountSentOf, type Withdrawal, type WithdrawalRefusal } from './withdrawal.ts';

/** The next version of a withdrawal. */
export function stepWithdrawal(before: Withdrawal, set: Partial<Pick<Withdrawal, 'state' | 'reason' | 'reference' | 'finalAt'>>): Step<Withdrawal> {
  return { before, after: { ...before, ...set, version: before.version + 1 } };
}

/** Refuses a withdrawal that was requested: nothing has left the balance. */
export function decideRefuseWithdrawal(withdrawal: Withdrawal, reason: WithdrawalRefusal, ctx: DecisionContext): Change {
  return { ...NO_CHANGE, withdrawals: [stepWithdrawal(withdrawal, { state: 'refused', reason, finalAt: ctx.now })] };
}

/**
 * Takes a withdrawal that was requested: its amount leaves the balance, what is sent is held with the provider's maximum charge, and its payout waits for
 * the signer.
 * @param maxFee the provider's maximum charge beside what is sent
 */
export function decideTakeWithdrawal(withdrawal: Withdrawal, maxFee: bigint, ctx: DecisionContext): Change {
  const { id, customerId, currency, amount } = withdrawal;
  const held = heldForWithdrawal(withdrawal, maxFee);
  const posting = post(ctx.newId(), 'withdrawal', null, [
    { account: balanceAccountOf(customerId, currency), amount },
    { account: `withdrawal:${currency}`, amount: -amount },
    { account: `rail:${currency}`, amount: -held },
    { account: `held:${currency}`, amount: held },
  ]);
  return {
    ...NO_CHANGE,
    withdrawals: [stepWithdrawal(withdrawal, { state: 'sending' })],
    payouts: [{ before: null, after: queuedPayout(payoutOf(withdrawal, 1, held, ctx.newId()), ctx.now) }],
    postings: [{ ...posting, withdrawalId: id }],
  };
}

/** What the ledger holds while a withdrawal is sent. @param maxFee the provider's maximum charge beside what is sent */
export function heldForWithdrawal(withdrawal: Withdrawal, maxFee: bigint): bigint {
  return amountSentOf(withdrawal) + maxFee;
}

/** A withdrawal's payout number `seq`. @param held what the ledger holds for it */
export function payoutOf(withdrawal: Withdrawal, seq: number, held: bigint, id: string): PayoutDraft {
  const { currency, destination, destinationBank } = withdrawal;
  return {
    id,
    obligationKind: 'withdrawal',
    obligationId: withdrawal.id,
    orderId: null,
    seq,
    part: 1,
    parts: 1,
    network: CURRENCIES[currency].network,
    reserve: currency,
    currency,
    amount: amountSentOf(withdrawal),
    held,
    fee: withdrawal.fee,
    destination,
    destinationBank,
    toBalanceOf: null,
  };
}
