import { type Change, NO_CHANGE } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import { post } from '../ledger/post.ts';
import type { Settlement } from '../transfer/obligation.ts';
import { isOpen, type Payout, queuedPayout } from '../transfer/payout.ts';
import { reserveChargeOf, stepPayout } from '../transfer/steps.ts';
import { heldForWithdrawal, payoutOf, stepWithdrawal } from './decide-withdrawal.ts';
import { amountSentOf, type Withdrawal } from './withdrawal.ts';

/** Operator's decision about a withdrawal in `error`. */
export type WithdrawalDecision = 'done' | 'retry';

/** A withdrawal with its payouts. */
export interface WithdrawalAndPayouts {
  readonly withdrawal: Withdrawal;
  readonly payouts: readonly Payout[];
}

/** Whether an operator may resolve a withdrawal: nobody knows whether it was sent, and nothing is on its way. What was refused the signer gives back. */
export function canResolveWithdrawal({ withdrawal, payouts }: WithdrawalAndPayouts): boolean {
  return withdrawal.state === 'error' && withdrawal.reason === 'payout_unknown' && !payouts.some(isOpen);
}

/** Whether operators may return a withdrawal to its balance: it is in `error`, nothing is on its way, and they have not said so before. */
export function canReturnWithdrawal({ withdrawal, payouts }: WithdrawalAndPayouts): boolean {
  return withdrawal.state === 'error' && withdrawal.reason !== 'returned' && !payouts.some(isOpen);
}

/** Operators say that a withdrawal in `error` was certainly not sent. The signer alone moves balances: it gives the withdrawal back. */
export function decideReturnWithdrawal({ withdrawal }: WithdrawalAndPayouts): Change {
  return { ...NO_CHANGE, withdrawals: [stepWithdrawal(withdrawal, { reason: 'returned' })] };
}

/**
 * Resolves a withdrawal in `error`. `done`: an operator found the transfer in the provider's records after all. `retry`: it was certainly not sent, and a new
 * payout sends it. The amount left the customer's balance before, so that neither touches it.
 * @param settlement what the provider's records say; ignored by `retry`
 * @param maxFee the provider's maximum charge beside what is sent; ignored by `done`
 */
export function decideResolveWithdrawal(
  state: WithdrawalAndPayouts,
  decision: WithdrawalDecision,
  settlement: Settlement,
  maxFee: bigint,
  ctx: DecisionContext,
): Change {
  return decision === 'done' ? decideFound(state.withdrawal, settlement, ctx) : decideSendAgain(state, maxFee, ctx);
}

/** The hold was released when nobody knew: what was sent and charged comes out of what is available. */
function decideFound(withdrawal: Withdrawal, { reference, fee }: Settlement, ctx: DecisionContext): Change {
  const { id, currency, amount } = withdrawal;
  const charge = reserveChargeOf(currency, fee);
  const posting = post(ctx.newId(), 'payout', null, [
    { account: `rail:${currency}`, amount: -(amountSentOf(withdrawal) + charge) },
    { account: `withdrawal:${currency}`, amount },
    { account: `network-fee:${currency}`, amount: charge },
    { account: `fee:${currency}`, amount: -withdrawal.fee },
  ]);
  return {
    ...NO_CHANGE,
    withdrawals: [stepWithdrawal(withdrawal, { state: 'done', reason: null, reference, finalAt: ctx.now })],
    postings: [{ ...posting, withdrawalId: id }],
  };
}

function decideSendAgain({ withdrawal, payouts }: WithdrawalAndPayouts, maxFee: bigint, ctx: DecisionContext): Change {
  const { id, currency } = withdrawal;
  const held = heldForWithdrawal(withdrawal, maxFee);
  const seq = payouts.reduce((last, payout) => Math.max(last, payout.seq), 0) + 1;
  const posting = post(ctx.newId(), 'rehold', null, [
    { account: `rail:${currency}`, amount: -held },
    { account: `held:${currency}`, amount: held },
  ]);
  return {
    ...NO_CHANGE,
    withdrawals: [stepWithdrawal(withdrawal, { state: 'sending', reason: null })],
    payouts: [{ before: null, after: queuedPayout(payoutOf(withdrawal, seq, held, ctx.newId()), ctx.now) }],
    postings: [{ ...posting, withdrawalId: id }],
  };
}

/**
 * Ends a withdrawal's payout that an operator refuses. The amount stays owed: the signer gives back what was never tried (`isGivenBack`); of what an
 * earlier payout may have sent, operators decide.
 * @param held amount that the ledger holds for the withdrawal
 */
export function decideRefusePayout({ withdrawal, payouts }: WithdrawalAndPayouts, payout: Payout, held: bigint, ctx: DecisionContext): Change {
  const { id, currency } = withdrawal;
  const released = [
    { account: `held:${currency}`, amount: -held },
    { account: `rail:${currency}`, amount: held },
  ] as const;
  return {
    ...NO_CHANGE,
    withdrawals: [stepWithdrawal(withdrawal, { state: 'error', reason: wasTried(payouts) ? 'payout_unknown' : 'payout_refused' })],
    payouts: [stepPayout(payout, { state: 'failed' })],
    postings: held > 0n ? [{ ...post(ctx.newId(), 'release', null, released), withdrawalId: id }] : [],
  };
}

/**
 * Whether the signer is to give a withdrawal back to its balance, once it has looked up itself that nothing was sent: its payout was refused, or operators
 * return it, and nothing is on its way.
 */
export function isGivenBack({ withdrawal, payouts }: WithdrawalAndPayouts): boolean {
  const { state, reason } = withdrawal;
  return state === 'error' && (reason === 'payout_refused' || reason === 'returned') && !payouts.some(isOpen);
}

function wasTried(payouts: readonly Payout[]): boolean {
  return payouts.some(({ tries }) => tries > 0);
}
