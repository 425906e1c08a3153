import type { Caller } from '@quydoi/contract/caller';
import type { ActInput } from '@quydoi/contract/orders/inputs';
import type { MismatchOptionsView } from '@quydoi/contract/orders/mismatch-options';
import type { CreatedOrderView, OrderView } from '@quydoi/contract/orders/order-view';
import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { isRefundOrReturn, type Payout } from '@quydoi/domain/transfer/payout';
import { actOnOrder } from '../src/actions/act-on-order.ts';
import { readDecision } from '../src/actions/decision.ts';
import { handleOrderRequests } from '../src/actions/handle-requests.ts';
import { testCaller } from './callers.ts';
import { answerLookups } from './network-jobs.ts';
import { workingMeanwhile } from './working-meanwhile.ts';
import type { World } from './world.ts';

/** Longer than the chain takes to make a block final, and than the poll interval of payouts. */
const SETTLE_STEP_MS = 10_000;

/** Caller with the key of an order. */
export function customerOf({ key }: Pick<CreatedOrderView, 'key'>): Caller {
  return testCaller({ orderKey: key });
}

/** Performs an action as the order's customer, while worker and signer run. */
export function act(world: World, created: CreatedOrderView, input: Omit<ActInput, 'ref'>): Promise<OrderView> {
  return workingMeanwhile(actOnOrder(world.web, world.deps, customerOf(created), { ref: created.ref, ...input }), async () => {
    await handleOrderRequests(world.worker);
    await answerLookups(world.signer);
    await answerLookups(world.worker);
  });
}

/** Reads the customer's current options. */
export function decisionOf(world: World, created: CreatedOrderView): Promise<MismatchOptionsView> {
  return readDecision(world.web, world.deps, customerOf(created), { ref: created.ref });
}

/** Accepts the currently offered recalculation. */
export async function accept(world: World, created: CreatedOrderView): Promise<MismatchOptionsView['recalculation']> {
  const { recalculation } = await decisionOf(world, created);
  await act(world, created, { action: 'acceptRecalculation', offer: recalculation?.offer });
  return recalculation;
}

/** Refund and return payouts of an order, oldest first. */
export async function refundsOf(world: World, ref: string): Promise<Payout[]> {
  const { id } = await world.order(ref);
  return (await readPayoutsOf(world.worker.orm, id)).filter(isRefundOrReturn);
}

/** Event codes of an order. */
export async function logOf(world: World, ref: string): Promise<string[]> {
  const { id } = await world.order(ref);
  return (await readOrderEvents(world.worker.orm, id)).map(({ code }) => code);
}

/** Runs worker and signer until pending transfers have settled. */
export async function settle(world: World, steps = 8): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await world.run();
    world.clock.advance(SETTLE_STEP_MS);
  }
}
