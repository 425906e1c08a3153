import { applyChanges } from '@quydoi/database/apply-changes';
import { readSentAttempts } from '@quydoi/database/views/payouts';
import { decideLookAgain, decideSettled, type PayoutState } from '@quydoi/domain/order/decide-payout';
import { type KeyedPayOut, type OneShotPayOut, RailError } from '@quydoi/rails/rail';
import { deciding } from '../context.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { requestOf } from './payout-state.ts';
import type { SignerCtx } from './signer.ts';

/** When an attempt is looked at again whose predecessors could not be looked up. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Whether an attempt must not be sent because an earlier one of its order may have paid after all: a provider's no, an operator's retry and
 * the silence of its records can each be mistaken. The earlier keys are looked up once more; what is found settles the order, and when the
 * records cannot be read the attempt waits.
 */
export async function wasPaidBefore(ctx: SignerCtx, payOut: OneShotPayOut | KeyedPayOut, state: PayoutState): Promise<boolean> {
  const earlier = (await readSentAttempts(ctx.orm, state.order.id)).filter(({ attempt }) => attempt.id !== state.attempt.id);
  for (const { payout, attempt } of earlier) {
    try {
      const record = await payOut.find(requestOf({ order: state.order, payout, attempt }), attempt.sentAt ?? attempt.createdAt, ctx.clock.now());
      if (record.state === 'absent' || record.state === 'refused') continue;
      if (record.state !== 'paid') return await wait(ctx, state);
      const by = deciding(ctx, 'system', `payout:${payout.id}`);
      await applyChanges(ctx.orm, [decideSettled(state, record.reference, record.fee, by, `paid by ${attempt.key}`)], by.now);
      return true;
    } catch (error) {
      if (!(error instanceof RailError)) throw error;
      await onRailTrouble(ctx, payout.rail, error.trouble, 'earlier attempts not looked up');
      return wait(ctx, state);
    }
  }
  return false;
}

async function wait(ctx: SignerCtx, { attempt }: PayoutState): Promise<true> {
  const now = ctx.clock.now();
  await applyChanges(ctx.orm, [decideLookAgain(attempt, false, new Date(now.getTime() + LOOK_AGAIN_MS))], now);
  return true;
}
