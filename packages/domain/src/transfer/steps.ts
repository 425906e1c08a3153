import type { Step } from '../change.ts';
import { networkOfReserve, type ReserveCode } from '../currencies.ts';
import type { DecisionContext } from '../decision-context.ts';
import { feeUnitOf } from '../ledger/accounts.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { FeeUnit } from '../networks.ts';
import type { Attempt } from './attempt.ts';
import type { Obligation } from './obligation.ts';
import type { Payout } from './payout.ts';

/** A payout with its current attempt and its obligation, which is read after both. */
export interface TransferState {
  readonly payout: Payout;
  readonly attempt: Attempt;
  readonly obligation: Obligation;
}

/** A queued payout with its obligation, before its next attempt. */
export type UnsentPayout = Omit<TransferState, 'attempt'>;

/** The next version of a payout. */
export function stepPayout(
  before: Payout,
  set: Partial<Pick<Payout, 'state' | 'tries' | 'expiries' | 'nextAt' | 'reference' | 'waitsFor'>>,
): Step<Payout> {
  return { before, after: { ...before, ...set, version: before.version + 1 } };
}

/** The next version of an attempt. */
export function stepAttempt(
  before: Attempt,
  set: Partial<Omit<Attempt, 'id' | 'version' | 'payoutId' | 'n' | 'key' | 'provider' | 'createdAt'>>,
): Step<Attempt> {
  return { before, after: { ...before, ...set, version: before.version + 1 } };
}

/** Part of a provider's charge that is paid out of the reserve; zero where a fee coin pays. */
export function reserveChargeOf(reserve: ReserveCode, fee: bigint): bigint {
  return feeUnitOf(reserve) === null ? fee : 0n;
}

/** Books a transfer's network fee out of the fee coin; empty where the reserve pays fees, or no fee is known. */
export function networkFeePostings(
  { reserve, orderId }: Pick<Payout, 'reserve' | 'orderId'>,
  fee: bigint | null,
  ctx: DecisionContext,
): readonly Posting[] {
  return feePostings(feeUnitOf(reserve), orderId, fee, ctx);
}

/**
 * Books the fee that a chain charged for a transfer that failed. Also where the reserve pays fees, it comes out of the fee coin, which lies in the same
 * wallet: the hold stays whole for the next transfer.
 */
export function burnedFeePostings(
  { reserve, orderId }: Pick<Payout, 'reserve' | 'orderId'>,
  fee: bigint | null,
  ctx: DecisionContext,
): readonly Posting[] {
  return feePostings((networkOfReserve(reserve).feeCoin?.unit ?? null) as FeeUnit | null, orderId, fee, ctx);
}

function feePostings(unit: FeeUnit | null, orderId: string | null, fee: bigint | null, ctx: DecisionContext): readonly Posting[] {
  if (unit === null || fee === null || fee === 0n) return [];
  return [
    post(ctx.newId(), 'payout', orderId, [
      { account: `gas:${unit}`, amount: -fee },
      { account: `network-fee:${unit}`, amount: fee },
    ]),
  ];
}
