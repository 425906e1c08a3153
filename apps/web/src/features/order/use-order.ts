import { refusalOf } from '@quydoi/client/errors';
import { useTRPC, useTRPCClient } from '@quydoi/client/react';
import type { ActInput, OrderView } from '@quydoi/contract/orders';
import { ORDER_POLL_MS } from '@quydoi/domain/constants';
import { ORDER_STATUSES } from '@quydoi/domain/order-status';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { awaitHolderName } from '../../lib/await-holder-name.ts';
import { nowMs } from '../../lib/clock.ts';
import { rememberLastRef, useOrderKey } from '../../lib/order-keys.ts';

/** Pause between polls once nothing is expected to happen. */
const FINAL_POLL_MS = 30_000;

/** An action on an order with what it needs. */
export type ActRequest = Omit<ActInput, 'ref'>;

/** An order followed by polling, and what can be done with it. An unknown reference leads to the search. */
export function useOrder(ref: string) {
  const key = useOrderKey(ref);
  const client = useTRPCClient();
  const queries = useQueryClient();
  const [, navigate] = useLocation();

  const polled = useTRPC().orders.get.queryOptions(
    { ref },
    {
      refetchInterval: ({ state }) => (state.data && isSettled(state.data) ? FINAL_POLL_MS : ORDER_POLL_MS),
      structuralSharing: reuseUnchanged,
    },
  );
  const { queryKey } = polled;
  const { data, error, failureCount, refetch } = useQuery(polled);
  useRefetchWithKey(data, key, refetch);
  const isMissing = refusalOf(error)?.code === 'ORDER_NOT_FOUND';
  useEffect(() => {
    if (isMissing) navigate(`/history?missing=${encodeURIComponent(ref)}`, { replace: true });
  }, [isMissing, navigate, ref]);
  const found = data?.ref;
  useEffect(() => {
    if (found) rememberLastRef(found);
  }, [found]);

  const act = useMutation({
    mutationFn: (request: ActRequest) => awaitHolderName(() => client.orders.act.mutate({ ...request, ref })),
    onSuccess: (order) => queries.setQueryData(queryKey, order),
    onError: () => queries.invalidateQueries({ queryKey }),
  });

  const clockSkewMs = useClockSkew(data);
  return {
    order: data,
    orderKey: key,
    error: isMissing ? null : error,
    isUnreachable: failureCount > 0 && refusalOf(error) === null,
    act,
    clockSkewMs,
  };
}

/** What can be done with an order, and how it went. */
export type OrderAct = ReturnType<typeof useOrder>['act'];

/** A refund can outlast the order's last status. */
function isSettled({ status, refund }: OrderView): boolean {
  return ORDER_STATUSES[status].final && (refund === null || refund.state === 'done');
}

/** Reads the order again when its key comes to this device after the masked order. */
function useRefetchWithKey(order: OrderView | undefined, key: string | null, refetch: () => unknown): void {
  const isMasked = order?.masked === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per key, so that a wrong one does not ask for ever
  useEffect(() => {
    if (key !== null && isMasked) refetch();
  }, [key]);
}

/** A poll that brings nothing new changes nothing on the page; only the server's clock moved. */
function reuseUnchanged(before: unknown, after: unknown): unknown {
  const [old, fresh] = [before, after] as [OrderView | undefined, OrderView];
  return old !== undefined && signature(old) === signature(fresh) ? old : fresh;
}

/** Everything that can change on the page, as text. */
function signature({ version, actions, masked, instructions, seen, refund }: OrderView): string {
  return [
    version,
    actions,
    masked,
    instructions?.amount,
    seen?.reference,
    seen?.at.getTime(),
    refund?.state,
    refund?.amount,
    refund?.reference,
  ].join();
}

/** How far this device's clock is behind the server's, measured when the order first arrived. */
function useClockSkew(order: OrderView | undefined): number {
  const [skewMs, setSkewMs] = useState(0);
  const serverTime = order?.serverTime.getTime();
  useEffect(() => {
    if (serverTime !== undefined) setSkewMs(serverTime - nowMs());
  }, [serverTime]);
  return skewMs;
}

/** The server's present moment, ticking. */
export function useServerNow(clockSkewMs: number, tickMs: number, isTicking: boolean): number {
  const [now, setNow] = useState(() => nowMs() + clockSkewMs);
  useEffect(() => {
    setNow(nowMs() + clockSkewMs);
    if (!isTicking) return;
    const timer = setInterval(() => setNow(nowMs() + clockSkewMs), tickMs);
    return () => clearInterval(timer);
  }, [clockSkewMs, tickMs, isTicking]);
  return now;
}
