/**
 * A signer as one writes it who has not lost money yet: calls the provider, then records; asks again after anything but a yes. It is here
 * to be caught: a harness that does not see it pay twice would not see ours do so either.
 */
import { applyChanges } from '@quydoi/database/apply-changes';
import { readOrderById } from '@quydoi/database/views/orders';
import { readLastAttempt, readPayoutsDue } from '@quydoi/database/views/payouts';
import type { Change } from '@quydoi/domain/change';
import { decideAccepted, decidePrepare, decideSending } from '@quydoi/domain/order/decide-payout';
import { decideSettled } from '@quydoi/domain/order/decide-settle';
import type { Order } from '@quydoi/domain/order/order';
import type { PayoutState } from '@quydoi/domain/order/payout-steps';
import type { Payout } from '@quydoi/domain/payout';
import { type Ctx, deciding } from '@quydoi/exchange/context';
import { answerWalletLookups } from '@quydoi/exchange/lookups/answer-lookups';
import { readPayoutState } from '@quydoi/exchange/payouts/payout-state';
import type { OneShotPayOut } from '@quydoi/rails/rail';
import { createRails } from '@quydoi/rails/registry';
import { readConfig } from '@quydoi/server/config';
import { perfectMoneyOptions } from '@quydoi/server/rails';
import { openRole } from '@quydoi/server/role';
import { readEnvironment } from './env.ts';

const POOL_SIZE = 4;
const SWEEP_MS = 250;
const AT_ONCE = 8;

const config = readConfig('signer', readEnvironment());
const role = await openRole('signer', config, (settings) => createRails({ 'perfect-money': perfectMoneyOptions(config, settings) }), POOL_SIZE);

async function payNaively(ctx: Ctx): Promise<boolean> {
  for (const payout of await readPayoutsDue(ctx.orm, ctx.clock.now(), AT_ONCE)) {
    const order = await readOrderById(ctx.orm, payout.orderId);
    const payOut = ctx.rails.get(payout.rail)?.payOut as OneShotPayOut | undefined;
    if (!order || !payOut) continue;
    try {
      const { amount, destination, destinationBank } = payout;
      const answer = await payOut.send({ key: `${order.ref}-${payout.seq}-1`, amount, destination, destinationBank, memo: order.ref });
      await ctx.checkpoint('payout.answered');
      if (answer.state === 'accepted') await record(ctx, order, payout, answer.reference, payOut.maxFee(amount));
    } catch {
      // No answer? Then it is tried again.
    }
  }
  return false;
}

async function record(ctx: Ctx, order: Order, payout: Payout, reference: string, fee: bigint): Promise<void> {
  const by = () => deciding(ctx, 'system', `payout:${payout.id}`);
  const apply = (change: Change) => applyChanges(ctx.orm, [change], ctx.clock.now());
  const state = async (): Promise<PayoutState> => {
    const attempt = await readLastAttempt(ctx.orm, payout.id);
    const read = attempt && (await readPayoutState(ctx.orm, attempt.id));
    if (!read) throw new Error(`payout ${payout.id} has no attempt`);
    return read;
  };
  await apply(decidePrepare(order, payout, by()));
  await apply(decideSending((await state()).attempt, by()));
  await apply(decideAccepted(await state(), reference, null, by()));
  await apply(decideSettled(await state(), reference, fee, by()));
}

role.sweep('pay naively', payNaively, SWEEP_MS, ['payout']);
role.sweep('lookups', answerWalletLookups, SWEEP_MS, ['lookup']);
role.start();
