import { AppError } from '@quydoi/contract/errors';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPayout, readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { readHeldOfWithdrawal } from '@quydoi/database/repositories/wallets';
import type { Change } from '@quydoi/domain/change';
import { obligationOf } from '@quydoi/domain/order/obligations/refund-obligation';
import { decidePostponed } from '@quydoi/domain/transfer/decide-attempt';
import { decideRejected } from '@quydoi/domain/transfer/decide-outcome';
import { isRefundOrReturn, PAYOUT_WAITS, type Payout, type PayoutWait, siblingsOf } from '@quydoi/domain/transfer/payout';
import { decideRefusePayout } from '@quydoi/domain/wallet/decide-resolution';
import { type Ctx, decisionContext } from '../../context.ts';
import { decideAndApply } from '../../decide-and-apply.ts';
import { readHeldForRefund } from '../../payouts/obligations/read-refund-obligation.ts';
import { readWithdrawalAndPayouts } from '../../wallets/withdrawal-and-payouts.ts';
import type { OperatorVerb } from '../operator-verb.ts';

interface Input {
  readonly payout: string;
  readonly note: string;
}

/**
 * Approves a payout that waits for it, for good: the signer reads the approval in the audit log and sends the payout, if all else still holds.
 * Errors: NOT_FOUND, ORDER_ACTION_NOT_ALLOWED (it does not wait for an approval).
 */
export const approvePayout: OperatorVerb<Input, { done: true }> = async (ctx, _operator, input) =>
  decide(ctx, input.payout, ['approval'], async (payout) => decidePostponed(payout, ctx.clock.now()));

/**
 * Refuses a payout that waits for an approval, or for payments that the signer cannot confirm: it fails and its hold is released. What it owes stays
 * owed: a refund can be sent to another account or recorded as made manually, an order's payout is decided as any failed one, such as paid by hand. A
 * withdrawal of which nothing was tried the signer gives back to the customer's balance; any other is resolved by `resolveWithdrawal`.
 * Errors as for `approvePayout`.
 */
export const refusePayout: OperatorVerb<Input, { done: true }> = async (ctx, operator, input) =>
  decide(ctx, input.payout, PAYOUT_WAITS, async (payout) => {
    if (payout.obligationKind === 'withdrawal') return refuseWithdrawal(ctx, operator, payout);
    const order = payout.orderId === null ? null : await readOrderById(ctx.orm, payout.orderId);
    if (!order) return null;
    const siblings = siblingsOf(payout, await readPayoutsOf(ctx.orm, order.id));
    const held = isRefundOrReturn(payout) ? await readHeldForRefund(ctx, order, payout) : 0n;
    const unsent = { payout, obligation: obligationOf({ order, siblings }, payout) };
    return decideRejected(unsent, held, decisionContext(ctx, `operator:${operator}`, 'refusePayout'));
  });

async function refuseWithdrawal(ctx: Ctx, operator: string, payout: Payout): Promise<Change | null> {
  const state = await readWithdrawalAndPayouts(ctx, payout.obligationId);
  if (state?.withdrawal.state !== 'sending') return null;
  const held = await readHeldOfWithdrawal(ctx.orm, state.withdrawal);
  return decideRefusePayout(state, payout, held, decisionContext(ctx, `operator:${operator}`, 'refusePayout'));
}

/** Decides about a payout while it waits for one of these. */
async function decide(
  ctx: Ctx,
  id: string,
  waits: readonly PayoutWait[],
  toChange: (payout: Payout) => Promise<Change | null>,
): Promise<{ done: true }> {
  if (!(await readPayout(ctx.orm, id))) throw new AppError('NOT_FOUND');
  const change = await decideAndApply(
    ctx,
    () => readPayout(ctx.orm, id),
    async (payout) => (payout.state === 'queued' && waits.some((wait) => wait === payout.waitsFor) ? toChange(payout) : null),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
}
