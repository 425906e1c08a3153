import { type Change, NO_CHANGE, type Step } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import { InvariantError } from '../invariant.ts';
import { type Posting, post } from '../ledger/post.ts';
import { smaller } from '../money.ts';
import { debtOf, type Referral, standingOf } from './referral.ts';
import { balanceAccountOf } from './wallet.ts';

/**
 * Credits the sponsor of a delivered order out of the exchange's fees: the whole share, or what was taken back of it when the order is delivered again.
 * What the sponsor owes of other credits is taken back at once, from this credit alone.
 * @param share what the order gives; counts the first time
 * @param debts the sponsor's credits that are owed, in the order in which they are settled
 */
export function decideCreditReferral(referral: Referral, share: bigint, debts: readonly Referral[], ctx: DecisionContext): Change {
  if (referral.state !== 'due') throw new InvariantError(`referral of order ${referral.id} is ${referral.state}`);
  const isFirst = referral.amount === 0n;
  const amount = isFirst ? share : referral.amount;
  if (amount <= 0n) return decideNoReferral(referral);
  const credit = isFirst ? amount : referral.returned;
  const credited = step(referral, { state: 'credited', amount, returned: 0n, creditedAt: referral.creditedAt ?? ctx.now });
  const settled = settle(
    debts.filter(({ id, sponsorId }) => id !== referral.id && sponsorId === referral.sponsorId),
    credit,
    ctx,
  );
  return {
    ...NO_CHANGE,
    referrals: [credited, ...settled.steps],
    postings: [...(credit > 0n ? [creditPosting(referral, credit, ctx)] : []), ...settled.postings],
  };
}

/**
 * Takes back what the sponsor of an order has of its credit: the order is delivered no more. A balance is not overdrawn: what it lacks stays owed, and is
 * taken from the next credits.
 * @param balance the sponsor's dong
 */
export function decideTakeBackReferral(referral: Referral, balance: bigint, ctx: DecisionContext): Change {
  if (referral.state !== 'due') throw new InvariantError(`referral of order ${referral.id} is ${referral.state}`);
  if (referral.amount === 0n) return decideNoReferral(referral);
  const taken = smaller(standingOf(referral), balance);
  return {
    ...NO_CHANGE,
    referrals: [step(referral, { state: 'taken-back', returned: referral.returned + taken })],
    postings: taken > 0n ? [returnPosting(referral, taken, ctx)] : [],
  };
}

/** Ends a referral that gives nothing, and has given nothing. */
export function decideNoReferral(referral: Referral): Change {
  return { ...NO_CHANGE, referrals: [step(referral, { state: 'none' })] };
}

/** Leaves a referral for later. */
export function decidePostponeReferral(referral: Referral, dueAt: Date): Change {
  return { ...NO_CHANGE, referrals: [step(referral, { dueAt })] };
}

/** Takes debts back from a credit, one after the other, until nothing is left of it. */
function settle(debts: readonly Referral[], credit: bigint, ctx: DecisionContext): { steps: Step<Referral>[]; postings: Posting[] } {
  const steps: Step<Referral>[] = [];
  const postings: Posting[] = [];
  let left = credit;
  for (const debt of debts) {
    const taken = smaller(debtOf(debt), left);
    if (taken <= 0n) continue;
    left -= taken;
    steps.push(step(debt, { returned: debt.returned + taken }));
    postings.push(returnPosting(debt, taken, ctx));
  }
  return { steps, postings };
}

function step(before: Referral, set: Partial<Pick<Referral, 'state' | 'amount' | 'returned' | 'dueAt' | 'creditedAt'>>): Step<Referral> {
  return { before, after: { ...before, ...set, version: before.version + 1 } };
}

function creditPosting({ id, sponsorId }: Referral, amount: bigint, ctx: DecisionContext): Posting {
  return post(ctx.newId(), 'referral', id, [
    { account: 'fee:vnd', amount },
    { account: balanceAccountOf(sponsorId, 'vnd'), amount: -amount },
  ]);
}

function returnPosting({ id, sponsorId }: Referral, amount: bigint, ctx: DecisionContext): Posting {
  return post(ctx.newId(), 'referral-return', id, [
    { account: balanceAccountOf(sponsorId, 'vnd'), amount },
    { account: 'fee:vnd', amount: -amount },
  ]);
}
