import { applyChanges } from '@quydoi/database/apply-changes';
import { readSentAttempts } from '@quydoi/database/views/payouts';
import { decideLookAgain, decideRefused } from '@quydoi/domain/order/decide-payout';
import { decideSettled } from '@quydoi/domain/order/decide-settle';
import type { PayoutState } from '@quydoi/domain/order/payout-steps';
import type { Payout } from '@quydoi/domain/payout';
import { deciding } from '../context.ts';
import { isProvenUnpaid, lookUp } from './look-up.ts';
import type { SignerCtx } from './signer.ts';

/** When an attempt is looked at again whose predecessors could not be looked up. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Whether an attempt must not be sent because an earlier one of the same money may have paid after all: a provider's no, an operator's
 * retry and the silence of its records can each be mistaken. The earlier keys are looked up once more; what is found settles the payout,
 * and when the records cannot be read the attempt waits.
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
    const by = deciding(ctx, 'system', `payout:${payout.id}`);
    const change = isSame
      ? decideSettled(state, look.reference, look.fee, by, `paid by ${attempt.key}`)
      : decideRefused(state, `the order was paid by ${attempt.key}`, by);
    if (!isSame) ctx.logger.error({ order: state.order.ref, attempt: attempt.key }, 'refund refused: the order was paid');
    await applyChanges(ctx.orm, [change], by.now);
    return true;
  }
  return false;
}

/** Whether two payouts are one after the other for the same part of the same debt. */
function isSameMoney(one: Payout, other: Payout): boolean {
  return one.purpose === other.purpose && one.paymentId === other.paymentId && one.part === other.part && one.parts === other.parts;
}

/** Whether an attempt would give everything back that an earlier payout of the order may have paid for. */
function isPaidInstead(earlier: Payout, { order, payout }: PayoutState): boolean {
  const givesAllBack = payout.purpose === 'refund' && payout.paymentId === null && order.amountRefunded === order.amountPaid;
  return givesAllBack && earlier.purpose === 'order';
}

async function wait(ctx: SignerCtx, { attempt }: PayoutState): Promise<true> {
  const now = ctx.clock.now();
  await applyChanges(ctx.orm, [decideLookAgain(attempt, false, new Date(now.getTime() + LOOK_AGAIN_MS))], now);
  return true;
}
