import { setTimeout as sleep } from 'node:timers/promises';
import { RETRYABLE_IN_CHAOS } from '../customers/retryable.ts';
import type { Endpoints } from '../system/endpoints.ts';
import { type AcknowledgedOrder, type CustomerObserver, orderAsPlanned, RETRY_MS, submitAction, waitForState } from './customer-calls.ts';
import { decideAsPlanned } from './decide-as-planned.ts';
import { payAsPlanned } from './pay-as-planned.ts';
import type { PlannedOrder } from './plan.ts';

/**
 * Simulates one customer: orders, pays as planned, and takes one of the actions that are offered then.
 * @param stop when it aborts, the customer does nothing more
 */
export async function simulateCustomer(endpoints: Endpoints, planned: PlannedOrder, observer: CustomerObserver, stop: AbortSignal): Promise<void> {
  const acknowledged = await orderAsPlanned(endpoints, planned, observer, stop);
  if (!acknowledged || planned.behavior === 'unpaid') return;
  await sleep(planned.payAfterMs);
  if (planned.behavior === 'cancelled') return cancelOrder(endpoints, acknowledged, observer, stop);
  // Orders that are paid with a voucher have no account to pay into.
  const state = await waitForState(endpoints, acknowledged, stop, ({ account, actions }) => account !== '' || actions.includes('submitVoucher'));
  if (!state) return;
  await payAsPlanned(endpoints, acknowledged, state, stop);
  observer.paid(planned);
  if (planned.choice === null) return;
  await decideAsPlanned(endpoints, acknowledged, planned.choice, observer, stop);
}

async function cancelOrder(endpoints: Endpoints, acknowledged: AcknowledgedOrder, observer: CustomerObserver, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const answer = await submitAction(endpoints, acknowledged, { action: 'cancel' });
    if (answer?.status === 200) observer.decided('cancel');
    if (answer && !RETRYABLE_IN_CHAOS.has(answer.body.error ?? '')) return;
    await sleep(RETRY_MS);
  }
}
