import { applyChanges } from '@quydoi/database/apply-changes';
import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { readLastAttempt, readSentAttempts } from '@quydoi/database/repositories/payouts';
import { decideLookAgain, decideRefused } from '@quydoi/domain/order/decide-payout';
import { decideSettled } from '@quydoi/domain/order/decide-settle';
import type { PayoutState } from '@quydoi/domain/order/payout-steps';
import { type Attempt, isByHand, type Payout } from '@quydoi/domain/payout';
import { decisionContext } from '../context.ts';
import { isProvenUnpaid, lookUp } from './look-up.ts';
import { paidBy } from './paid-by.ts';
import type { SignerCtx } from './signer.ts';

/** When an attempt is looked at again whose predecessors could not be looked up. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Whether an attempt must not be sent because an earlier one of the same money may have paid after all: a provider's no, an operator's
 * retry and the silence of its records can each be mistaken. The earlier keys are looked up once more; what is found settles the payout,
 * or has an operator decide where it is not the same sum, or may be what was recorded by hand; when the records cannot be read the attempt
 * waits.
 */
export async function wasPaidBefore(ctx: SignerCtx, state: PayoutState): Promise<boolean> {
  const earlier = (await readSentAttempts(ctx.orm, state.order.id)).filter(({ attempt }) => attempt.id !== state.attempt.id);
  for (const { payout, attempt } of earlier) {
    const isSame = isSameMoney(payout, state.payout);
    if (!isSame && !isPaidInstead(payout, state)) continue;
    const look = await lookUp(ctx, { order: state.order, payout, attempt });
    const kind = ctx.rails.get(payout.rail)?.payOut?.kind;
    if (look && kind && isProvenUnpaid(kind, look)) continue;
    if (look?.state !== 'paid') return await wait(ctx, state);
    if (await isCounted(ctx, attempt, state)) continue;
    const givenBy = await whoseByHand(ctx, payout, look.reference, state);
    if (givenBy === 'this') continue;
    const settles = isSame && givenBy === 'none';
    const decisionCtx = decisionContext(ctx, 'system', `payout:${payout.id}`);
    const change = settles
      ? decideSettled(state, look.reference, look.fee, decisionCtx, paidBy(attempt))
      : decideRefused(state, `already ${paidBy(attempt)}`, decisionCtx);
    if (!settles) ctx.logger.error({ order: state.order.ref, attempt: attempt.key }, 'refund refused: the money had gone out before');
    await applyChanges(ctx.orm, [change], decisionCtx.now);
    return true;
  }
  return false;
}

/**
 * Whether an earlier payout is the same money as this one: the same part of what the order pays, or as much of a debt that is given back and
 * did not get there. A refund that did is settled, and is another debt than this one.
 */
function isSameMoney(earlier: Payout, payout: Payout): boolean {
  if (!isSameDebt(earlier, payout)) return false;
  if (payout.purpose === 'order') return earlier.part === payout.part && earlier.parts === payout.parts;
  return earlier.id === payout.id || (earlier.state === 'failed' && earlier.amount === payout.amount);
}

/**
 * Whether this attempt would pay what an earlier one may have paid in another shape: everything goes back although the order may have been
 * paid, or a failed refund is part of a larger or differently split one.
 */
function isPaidInstead(earlier: Payout, { order, payout }: PayoutState): boolean {
  if (payout.purpose !== 'refund') return false;
  const givesAllBack = payout.paymentId === null && order.amountRefunded === order.amountPaid;
  return (givesAllBack && earlier.purpose === 'order') || (isSameDebt(earlier, payout) && earlier.state === 'failed');
}

function isSameDebt(one: Payout, other: Payout): boolean {
  return one.purpose === other.purpose && one.paymentId === other.paymentId;
}

/** Whether what an earlier attempt paid has settled another payout already: one transfer settles one payout. */
async function isCounted(ctx: SignerCtx, earlier: Attempt, { siblings }: PayoutState): Promise<boolean> {
  const settled = siblings.filter(({ state }) => state === 'settled');
  const attempts = await Promise.all(settled.map(({ id }) => readLastAttempt(ctx.orm, id)));
  return attempts.some((attempt) => attempt?.state === 'done' && attempt.detail === paidBy(earlier));
}

/**
 * What operators recorded as made by hand of the same debt after an earlier payout of it failed: nothing, `this` very transfer, which has
 * settled what they recorded, or another one as far as can be told. Another may be this one under a name that its provider does not use.
 */
async function whoseByHand(
  ctx: SignerCtx,
  earlier: Payout,
  reference: string,
  { order, siblings }: PayoutState,
): Promise<'none' | 'this' | 'another'> {
  const isLater = (one: Payout) => one.state === 'settled' && isByHand(one) && isSameDebt(one, earlier) && one.seq > earlier.seq;
  if (!siblings.some(isLater)) return 'none';
  const events = await readOrderEvents(ctx.orm, order.id);
  const isNamed = events.some(({ actor, params }) => actor.startsWith('operator:') && params.reference === reference);
  return isNamed ? 'this' : 'another';
}

async function wait(ctx: SignerCtx, { attempt }: PayoutState): Promise<true> {
  const now = ctx.clock.now();
  await applyChanges(ctx.orm, [decideLookAgain(attempt, false, new Date(now.getTime() + LOOK_AGAIN_MS))], now);
  return true;
}
