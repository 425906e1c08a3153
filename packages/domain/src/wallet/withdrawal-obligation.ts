import { type Change, NO_CHANGE } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import { InvariantError } from '../invariant.ts';
import { type Entry, type Posting, type PostingKind, post } from '../ledger/post.ts';
import type { Obligation, Settlement } from '../transfer/obligation.ts';
import type { Payout } from '../transfer/payout.ts';
import { reserveChargeOf } from '../transfer/steps.ts';
import { stepWithdrawal } from './decide-withdrawal.ts';
import { balanceAccountOf } from './wallet.ts';
import { amountSentOf, type Withdrawal } from './withdrawal.ts';

/** What the signer's process itself has recorded of a withdrawal: state and payouts are only what its database login may have written. */
export interface WithdrawalRecords {
  /** Ids of the payouts that may have been sent. */
  readonly tried: ReadonlySet<string>;
  /** Whether the amount has left the balance, and is not back in it. */
  readonly hasLeft: boolean;
}

/**
 * Obligation to send a withdrawal. What was never tried goes back to the customer's balance at once; what was refused does once the signer has looked up
 * that nothing was sent, because a provider's refusal can be wrong. What never left the balance is not given back to it.
 */
export function withdrawalObligation(withdrawal: Withdrawal, { tried, hasLeft }: WithdrawalRecords): Obligation {
  return {
    memo: withdrawal.ref,
    keyOf: ({ seq }, n) => `${withdrawal.ref}-W${seq}-${n}`,
    onProgress: () => NO_CHANGE,
    onSettled: (payout, settlement, ctx) => onSettled(withdrawal, payout, settlement, ctx),
    // A payout may run out of tries without one that was sent.
    onFailed: ({ id, held }, reason, ctx) => {
      const isUnsure = reason === 'payout_unknown' || (reason === 'no_tries_left' && [...tried].some((one) => one !== id));
      return toError(withdrawal, held, isUnsure ? 'payout_unknown' : 'payout_refused', ctx);
    },
    onRejected: (_payout, held, ctx) =>
      withdrawal.state !== 'sending'
        ? NO_CHANGE
        : tried.size > 0
          ? toError(withdrawal, held, 'payout_unknown', ctx)
          : hasLeft
            ? decideGiveBack(withdrawal, held, ctx)
            : toError(withdrawal, held, 'payout_refused', ctx),
    onReversed(_payout, _fee, ctx) {
      if (!hasLeft) throw new InvariantError(`withdrawal ${withdrawal.id} is to be given back, and has not left its balance`);
      return decideTakenBack(withdrawal, ctx);
    },
  };
}

function onSettled(withdrawal: Withdrawal, payout: Payout, { reference, fee }: Settlement, ctx: DecisionContext): Change {
  const { currency } = withdrawal;
  const charge = reserveChargeOf(currency, fee);
  const left = payout.held - payout.amount - charge;
  const posting = postFor(withdrawal, 'payout', ctx, [
    { account: `held:${currency}`, amount: -payout.held },
    { account: left < 0n ? `suspense:${payout.network}:${currency}` : `rail:${currency}`, amount: left },
    { account: `withdrawal:${currency}`, amount: withdrawal.amount },
    { account: `network-fee:${currency}`, amount: charge },
    { account: `fee:${currency}`, amount: -withdrawal.fee },
  ]);
  return {
    ...NO_CHANGE,
    withdrawals: [stepWithdrawal(withdrawal, { state: 'done', reason: null, reference, finalAt: ctx.now })],
    postings: [posting],
  };
}

/**
 * Gives a withdrawal that certainly was not sent back to its balance.
 * @param held amount that the ledger still holds for it; released
 */
export function decideGiveBack(withdrawal: Withdrawal, held: bigint, ctx: DecisionContext): Change {
  const { customerId, currency, amount } = withdrawal;
  const posting = postFor(withdrawal, 'withdrawal-return', ctx, [
    ...releasedEntries(withdrawal, held),
    { account: `withdrawal:${currency}`, amount },
    { account: balanceAccountOf(customerId, currency), amount: -amount },
  ]);
  return {
    ...NO_CHANGE,
    withdrawals: [stepWithdrawal(withdrawal, { state: 'failed', reason: withdrawal.reason ?? 'payout_refused', finalAt: ctx.now })],
    postings: [posting],
  };
}

/** Releases the hold. The amount stays owed: until the signer has looked up what was refused, and until operators decide about what nobody knows. */
function toError(withdrawal: Withdrawal, held: bigint, reason: 'payout_refused' | 'payout_unknown', ctx: DecisionContext): Change {
  return {
    ...NO_CHANGE,
    withdrawals: [stepWithdrawal(withdrawal, { state: 'error', reason })],
    postings: held > 0n ? [postFor(withdrawal, 'release', ctx, releasedEntries(withdrawal, held))] : [],
  };
}

function releasedEntries({ currency }: Withdrawal, held: bigint): Entry[] {
  return [
    { account: `held:${currency}`, amount: -held },
    { account: `rail:${currency}`, amount: held },
  ];
}

/** The provider took the transfer back: what was sent is in the reserve again, and all that left the balance is back in it. */
export function decideTakenBack(withdrawal: Withdrawal, ctx: DecisionContext): Change {
  const { customerId, currency, amount, fee } = withdrawal;
  const posting = postFor(withdrawal, 'withdrawal-return', ctx, [
    { account: `rail:${currency}`, amount: amountSentOf(withdrawal) },
    { account: `fee:${currency}`, amount: fee },
    { account: balanceAccountOf(customerId, currency), amount: -amount },
  ]);
  return {
    ...NO_CHANGE,
    withdrawals: [stepWithdrawal(withdrawal, { state: 'failed', reason: 'reversed', reference: null, finalAt: ctx.now })],
    postings: [posting],
  };
}

function postFor({ id }: Withdrawal, kind: PostingKind, ctx: DecisionContext, entries: readonly Entry[]): Posting {
  return { ...post(ctx.newId(), kind, null, entries), withdrawalId: id };
}
