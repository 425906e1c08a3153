import type { OrderView } from '@quydoi/contract/orders';
import { LOOKUP_POLL_MS, ORDER_POLL_MS } from '@quydoi/domain/constants';
import { ORDER_STATUSES } from '@quydoi/domain/order-status';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { type ActRequest, ApiError, useApi } from '../../lib/api.ts';
import { nowMs } from '../../lib/clock.ts';
import { rememberLastRef, useOrderKey } from '../../lib/order-keys.ts';
import { orderQueryKey } from '../../lib/order-query.ts';

/** Pause between polls once nothing is expected to happen. */
const FINAL_POLL_MS = 30_000;

/** Tries while a name that a refund needs is being looked up, each two seconds apart. */
const NAME_TRIES_MAX = 10;

/** An order followed by polling, and what can be done with it. An unknown reference leads to the search. */
export function useOrder(ref: string) {
  const api = useApi();
  const key = useOrderKey(ref);
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const queryKey = orderQueryKey(ref, key);

  const { data, error, failureCount } = useQuery({
    queryKey,
    queryFn: () => api.order(ref, key),
    refetchInterval: ({ state }) => (state.data && isAtRest(state.data) ? FINAL_POLL_MS : ORDER_POLL_MS),
    structuralSharing: keepSameVersion,
  });
  const isMissing = error instanceof ApiError && error.code === 'ORDER_NOT_FOUND';
  useEffect(() => {
    if (isMissing) navigate(`/history?missing=${encodeURIComponent(ref)}`, { replace: true });
  }, [isMissing, navigate, ref]);
  const found = data?.ref;
  useEffect(() => {
    if (found) rememberLastRef(found);
  }, [found]);

  const act = useMutation({
    mutationFn: (request: ActRequest) => actWithName(() => api.act(ref, request, key)),
    onSuccess: (order) => queries.setQueryData(queryKey, order),
    onError: () => queries.invalidateQueries({ queryKey }),
  });

  const clockSkewMs = useClockSkew(data);
  return {
    order: data,
    orderKey: key,
    error: isMissing ? null : error,
    isUnreachable: failureCount > 0 && !(error instanceof ApiError),
    act,
    clockSkewMs,
  };
}

/** What can be done with an order, and how it went. */
export type OrderAct = ReturnType<typeof useOrder>['act'];

/** A refund can outlast the order's last status. */
function isAtRest({ status, refund }: OrderView): boolean {
  return ORDER_STATUSES[status].final && (refund === null || refund.state === 'done');
}

async function actWithName(act: () => Promise<OrderView>): Promise<OrderView> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      const isWaiting = error instanceof ApiError && error.code === 'ACCOUNT_NAME_WAITING';
      if (!isWaiting || tries >= NAME_TRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOOKUP_POLL_MS));
    }
  }
}

/** A poll that brings nothing new changes nothing on the page; only the server's clock moved. */
function keepSameVersion(before: unknown, after: unknown): unknown {
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
