import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { QueryClient, QueryKey, QueryObserverResult } from '@tanstack/react-query';
import { setServerTime } from '../../lib/clock.ts';

/** Structural sharing of polled orders: keeps the newest, and sets the server's clock. */
export function takeAnswer(before: unknown, after: unknown): unknown {
  setServerTime((after as OrderView).serverTime);
  return keepNewest(before, after);
}

/**
 * Keeps the previous object if only the server's time changed, so that nothing re-renders, and if the answer
 * is of an earlier version: polls can overtake each other.
 */
export function keepNewest(before: unknown, after: unknown): unknown {
  const [old, fresh] = [before, after] as [OrderView | undefined, OrderView];
  return old !== undefined && (fresh.version < old.version || signature(old) === signature(fresh)) ? old : fresh;
}

/** Serializes the fields that can change between polls. */
function signature({ version, actions, masked, instructions, vouchers, seen, refund }: OrderView): string {
  return [
    version,
    actions,
    masked,
    instructions?.amount,
    vouchers?.isChecking,
    vouchers?.left,
    seen?.reference,
    seen?.at.getTime(),
    refund?.state,
    refund?.amount,
    refund?.reference,
  ].join();
}

/** Replaces the polled order by an action's answer. Cancels polls in flight: they may have been read before the action. */
export async function showAnswer(queries: QueryClient, queryKey: QueryKey, order: OrderView): Promise<void> {
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, order);
}

/**
 * Failure of the latest attempt to poll. Kept while the next attempt runs, so that its notice does not flicker; null after a success.
 * @param previous the result for the query's previous state
 */
export function failureAfter<E>(
  previous: E | null,
  { failureReason, error, fetchStatus }: Pick<QueryObserverResult<unknown, E>, 'failureReason' | 'error' | 'fetchStatus'>,
): E | null {
  return failureReason ?? error ?? (fetchStatus === 'idle' ? null : previous);
}
