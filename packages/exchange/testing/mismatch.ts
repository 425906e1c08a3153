import type { Caller } from '@quydoi/contract/caller';
import type { ActInput, CreatedOrderView, DecisionView, OrderView } from '@quydoi/contract/orders';
import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { isRefundOrReturn, type Payout } from '@quydoi/domain/transfer/payout';
import { actOnOrder } from '../src/actions/act-on-order.ts';
import { readDecision } from '../src/actions/decision.ts';
import { handleOrderRequests } from '../src/actions/handle-requests.ts';
import { answerLookups } from '../src/lookups/answer-lookups.ts';
import { testCaller, type World, workingMeanwhile } from './world.ts';

/** Longer than a chain's irreversible side is behind, and than a payout waits between two looks. */
const SETTLE_STEP_MS = 10_000;

/** The customer who made an order: they hold its key. */
export function customerOf({ key }: Pick<CreatedOrderView, 'key'>): Caller {
  return testCaller({ orderKey: key });
}

/** Takes an action on an order as its customer, while worker and signer do their part. */
export function act(world: World, created: CreatedOrderView, input: Omit<ActInput, 'ref'>): Promise<OrderView> {
  return workingMeanwhile(actOnOrder(world.web, world.deps, customerOf(created), { ref: created.ref, ...input }), async () => {
    await handleOrderRequests(world.worker);
    await answerLookups(world.signer);
    await answerLookups(world.worker);
  });
}

/** What the customer can decide now. */
export function decisionOf(world: World, created: CreatedOrderView): Promise<DecisionView> {
  return readDecision(world.web, world.deps, customerOf(created), { ref: created.ref });
}

/** Takes the recalculation that is offered now. */
export async function accept(world: World, created: CreatedOrderView): Promise<DecisionView['recalculation']> {
  const { recalculation } = await decisionOf(world, created);
  await act(world, created, { action: 'acceptRecalculation', offer: recalculation?.offer });
  return recalculation;
}

/** The payouts that give money of an order back, first to last. */
export async function refundsOf(world: World, ref: string): Promise<Payout[]> {
  const { id } = await world.order(ref);
  return (await readPayoutsOf(world.worker.orm, id)).filter(isRefundOrReturn);
}

/** Codes of an order's log. */
export async function logOf(world: World, ref: string): Promise<string[]> {
  const { id } = await world.order(ref);
  return (await readOrderEvents(world.worker.orm, id)).map(({ code }) => code);
}

/** Lets worker and signer work until what is on its way has arrived. */
export async function settle(world: World, steps = 8): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await world.run();
    world.clock.turn(SETTLE_STEP_MS);
  }
}
