import type { OrderView } from '@quydoi/contract/orders';
import { ORDER_POLL_MS } from '@quydoi/domain/constants';
import { ORDER_STATUSES, type OrderAction } from '@quydoi/domain/order-status';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError, useApi } from '../../lib/api.ts';
import { nowMs } from '../../lib/clock.ts';
import { rememberLastRef, useOrderKey } from '../../lib/order-keys.ts';
import { orderQueryKey } from '../../lib/order-query.ts';

/** Pause between polls once nothing is expected to happen. */
const FINAL_POLL_MS = 30_000;

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
    refetchInterval: ({ state }) => (state.data && ORDER_STATUSES[state.data.status].final ? FINAL_POLL_MS : ORDER_POLL_MS),
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
    mutationFn: (action: OrderAction) => api.act(ref, action, key),
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

/** A poll that brings nothing new changes nothing on the page; only the server's clock moved. */
function keepSameVersion(before: unknown, after: unknown): unknown {
  const [old, fresh] = [before, after] as [OrderView | undefined, OrderView];
  const isSame = old !== undefined && old.version === fresh.version && old.actions.join() === fresh.actions.join() && old.masked === fresh.masked;
  return isSame && old.instructions?.amount === fresh.instructions?.amount ? old : fresh;
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
