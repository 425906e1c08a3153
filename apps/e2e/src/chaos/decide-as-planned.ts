import { setTimeout as sleep } from 'node:timers/promises';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { OrderAction, OrderStatus } from '@quydoi/domain/order-status';
import { accountOf, simulatedNetwork } from '../customers/accounts.ts';
import { RETRYABLE_IN_CHAOS } from '../customers/retryable.ts';
import type { Endpoints } from '../system/endpoints.ts';
import { type AcknowledgedOrder, type CustomerObserver, LOOK_MS, submitAction, waitForState } from './customer-calls.ts';
import { payOnce } from './pay-as-planned.ts';

/** Statuses in which the customer can do nothing more. */
const FINAL_STATUSES: ReadonlySet<OrderStatus> = new Set(['delivered', 'cancelled', 'forged', 'error', 'handmake']);
const DECISIONS: ReadonlySet<string> = new Set(['acceptRecalculation', 'topUp', 'refundExcess', 'requestRefund']);

/** Follows the order and takes the planned choice among the offered actions, until it is final or nothing is offered. */
export async function decideAsPlanned(
  endpoints: Endpoints,
  acknowledged: AcknowledgedOrder,
  choice: number,
  observer: CustomerObserver,
  stop: AbortSignal,
): Promise<void> {
  const refused = new Set<string>();
  for (;;) {
    const state = await waitForState(
      endpoints,
      acknowledged,
      stop,
      (now) => FINAL_STATUSES.has(now.status) || now.actions.some((action) => DECISIONS.has(action)),
    );
    if (!state || FINAL_STATUSES.has(state.status)) return;
    await sleep(acknowledged.planned.decideAfterMs);
    const offered = state.actions.filter((action) => DECISIONS.has(action) && !refused.has(action));
    const action = offered[choice % offered.length] as OrderAction | undefined;
    if (!action) return;
    const answer = await submitAction(endpoints, acknowledged, { action, ...(await actionDetails(endpoints, acknowledged, action, stop)) });
    if (answer?.status === 200) {
      observer.decided(action);
      if (action === 'topUp') await topUp(endpoints, acknowledged, stop);
      else return;
    } else if (answer && !RETRYABLE_IN_CHAOS.has(answer.body.error ?? '') && answer.body.error !== 'RATE_CHANGED') {
      refused.add(action);
    }
    await sleep(LOOK_MS);
  }
}

async function actionDetails(endpoints: Endpoints, acknowledged: AcknowledgedOrder, action: OrderAction, stop: AbortSignal): Promise<object> {
  const { from, n, bank } = acknowledged.planned;
  if (action === 'requestRefund' || action === 'refundExcess')
    return { destination: accountOf(from, 'refund', n), ...(from === 'vnd' ? { destination_bank: bank } : {}) };
  if (action !== 'acceptRecalculation') return {};
  const state = await waitForState(endpoints, acknowledged, stop, () => true);
  if (!state?.offer) return {};
  acknowledged.offers.push(state.offer.amountReceived);
  return { offer: state.offer.id };
}

async function topUp(endpoints: Endpoints, { planned, ...acknowledged }: AcknowledgedOrder, stop: AbortSignal): Promise<void> {
  const state = await waitForState(endpoints, { planned, ...acknowledged }, stop, () => true);
  if (!state || state.account === '' || state.missing <= 0n) return;
  const amount = formatDecimal(state.missing, CURRENCIES[planned.from].scale);
  await payOnce(
    endpoints,
    {
      rail: simulatedNetwork(planned.from),
      currency: planned.from,
      from: accountOf(planned.from, 'own', planned.n),
      to: state.account,
      amount,
      memo: state.memo,
    },
    stop,
  );
}
