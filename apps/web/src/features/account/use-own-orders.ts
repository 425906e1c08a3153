import { useTRPC, useTRPCClient } from '@quydoi/client/react';
import type { ListedOrderView, OrderListView } from '@quydoi/contract/orders/order-list';
import { LIST_OFFSET_MAX, PAGE_SIZE, PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import type { OrderKind } from '@quydoi/domain/order-status';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMember } from '../../lib/session.ts';
import { useStored } from '../../lib/stored.ts';
import { isLoginMissing } from './login-missing.ts';
import { readAllPages } from './read-all-pages.ts';

/** The list changes while orders move on. */
const REFRESH_MS = 10_000;

/** One page of the customer's orders. Where no total is told, one more than the page is asked for, which tells whether there is another. */
export interface OwnOrders {
  readonly items: readonly ListedOrderView[] | null;
  /** Pages in all; null while that is not known. */
  readonly pages: number | null;
  readonly hasNext: boolean;
  /** Whether the wanted page is still to come; meanwhile `items` are those of the page before. */
  readonly isLoading: boolean;
  readonly error: unknown;
  /** Whether the login is over. */
  readonly isLoggedOut: boolean;
}

/** Reads a page of the customer's orders, the first being 1. @param kind all without one */
export function useOwnOrders(kind: OrderKind | undefined, page: number): OwnOrders {
  const offset = (page - 1) * PAGE_SIZE;
  const input = { ...(kind === undefined ? {} : { kind }), offset, limit: PAGE_SIZE + 1 };
  const enabled = useStored(isMember);
  const { data, error } = useQuery(useTRPC().orders.list.queryOptions(input, { enabled, refetchInterval: REFRESH_MS, retry: isWorthRetrying }));
  const [last, setLast] = useState<OrderListView>();
  if (data !== undefined && data !== last) setLast(data);
  // The page before stays until the wanted one is there, so that nothing below the list moves.
  const shown = data ?? last;
  return {
    items: shown?.items.slice(0, PAGE_SIZE) ?? null,
    pages: pagesOf(shown),
    hasNext: (shown?.items.length ?? 0) > PAGE_SIZE && offset + PAGE_SIZE <= LIST_OFFSET_MAX,
    isLoading: data === undefined,
    error,
    isLoggedOut: isLoginMissing(error),
  };
}

function pagesOf(data: OrderListView | undefined): number | null {
  if (data === undefined || data.total === null) return null;
  return Math.min(Math.ceil(data.total / PAGE_SIZE), LIST_OFFSET_MAX / PAGE_SIZE + 1);
}

function isWorthRetrying(times: number, error: unknown): boolean {
  return !isLoginMissing(error) && times < 3;
}

/** Returns a function that reads all of the customer's orders, as far as lists go. */
export function useAllOwnOrders(): (kind: OrderKind | undefined) => Promise<ListedOrderView[]> {
  const client = useTRPCClient();
  return (kind) =>
    readAllPages(
      ({ ref }: ListedOrderView) => ref,
      async (offset) => (await client.orders.list.query({ ...(kind === undefined ? {} : { kind }), offset, limit: PAGE_SIZE_MAX })).items,
    );
}
