import { refusalOf } from '@quydoi/client/errors';
import type { CallContext } from '@quydoi/client/options';
import { useTRPC, useTRPCClient } from '@quydoi/client/react';
import type { ActInput } from '@quydoi/contract/orders/inputs';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { ORDER_POLL_MS } from '@quydoi/domain/constants';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { awaitHolderName } from '../../lib/await-holder-name.ts';
import { serverNowMs } from '../../lib/clock.ts';
import { rememberLastRef, useOrderKey } from '../../lib/order-keys.ts';
import { startOnce } from '../../lib/start-once.ts';
import { failureAfter, showAnswer, takeAnswer } from './order-query.ts';
import { isSettled, rememberOrder } from './order-summaries.ts';
import { useLinkKey, useOfferedKey } from './use-link-key.ts';

/** Poll interval once the order and its refund are final. */
const FINAL_POLL_MS = 30_000;

/** Poll interval of a page that is not in view. */
const HIDDEN_POLL_MS = 3 * ORDER_POLL_MS;

/** Interval until the order is read again, in milliseconds: never once it is settled and out of view. */
export function pollInterval(order: OrderView | undefined): number | false {
  // The server renders without a document.
  const isInView = !globalThis.document?.hidden;
  if (order && isSettled(order)) return isInView ? FINAL_POLL_MS : false;
  return isInView ? ORDER_POLL_MS : HIDDEN_POLL_MS;
}

/** An action on an order with its input. */
export type ActRequest = Omit<ActInput, 'ref'>;

/** Polls an order and executes actions on it. Redirects to the order search if the reference is unknown. */
export function useOrder(ref: string) {
  const key = useOrderKey(ref);
  const { offeredKey, judge } = useOfferedKey(ref);
  const client = useTRPCClient();
  const queries = useQueryClient();
  const [, navigate] = useLocation();

  const polled = useTRPC().orders.get.queryOptions(
    { ref },
    {
      trpc: { context: offeredKey === null ? {} : ({ orderKey: offeredKey } satisfies CallContext) },
      refetchInterval: ({ state }) => pollInterval(state.data),
      // The tab's title and the alerts tell someone who is away.
      refetchIntervalInBackground: true,
      structuralSharing: takeAnswer,
    },
  );
  const { queryKey } = polled;
  const query = useQuery(polled);
  const { data, error, refetch } = query;
  const failure = useRef<typeof query.error>(null);
  failure.current = failureAfter(failure.current, query);
  useRefetchWithKey(data, key, refetch);
  useLinkKey(data);
  const isMissing = refusalOf(error)?.code === 'ORDER_NOT_FOUND';
  useEffect(() => {
    if (isMissing) navigate(`/history?missing=${encodeURIComponent(ref)}`, { replace: true });
  }, [isMissing, navigate, ref]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first answer is the one to the offered key
  useEffect(() => {
    if (data) judge(data);
  }, [data]);
  // A stranger's order is none of this device's.
  const own = data && (!data.masked || key !== null) ? data : undefined;
  const ownRef = own?.ref;
  useEffect(() => {
    if (ownRef) rememberLastRef(ownRef);
  }, [ownRef]);
  useEffect(() => {
    if (own) rememberOrder(own, serverNowMs());
  }, [own]);

  const mutationKey = ['act', ref];
  const act = useMutation({
    mutationKey,
    mutationFn: (request: ActRequest) => awaitHolderName(() => client.orders.act.mutate({ ...request, ref })),
    onSuccess: (order) => showAnswer(queries, queryKey, order),
    onError: () => queries.invalidateQueries({ queryKey }),
  });

  const mutate: typeof act.mutate = (request, options) => startOnce(queries, mutationKey, () => act.mutate(request, options));

  return {
    order: data,
    orderKey: key,
    /** Failure of the latest poll; null if it succeeded. */
    failure: isMissing ? null : failure.current,
    act: { ...act, mutate },
  };
}

/** Mutation that executes an action on the order. */
export type OrderAct = ReturnType<typeof useOrder>['act'];

/** Refetches the order once its key becomes available, if it was loaded masked. */
function useRefetchWithKey(order: OrderView | undefined, key: string | null, refetch: () => unknown): void {
  const isMasked = order?.masked === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per key, so that a wrong key does not refetch forever
  useEffect(() => {
    if (key !== null && isMasked) refetch();
  }, [key]);
}

/** Current time by the server's clock, in Unix milliseconds; updated every `tickMs` while `isTicking`, and when the page comes into view again. */
export function useServerNow(tickMs: number, isTicking: boolean): number {
  const [now, setNow] = useState(serverNowMs);
  useEffect(() => {
    const update = () => setNow(serverNowMs());
    update();
    if (!isTicking) return;
    const timer = setInterval(update, tickMs);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [tickMs, isTicking]);
  return now;
}
