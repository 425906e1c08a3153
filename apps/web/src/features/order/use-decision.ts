import { useTRPC } from '@quydoi/client/react';
import type { DecisionView, OrderView } from '@quydoi/contract/orders';
import { ORDER_POLL_MS } from '@quydoi/domain/constants';
import type { OrderAction } from '@quydoi/domain/order-status';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Actions that decide what becomes of money that did not match. */
const DECISIONS: readonly OrderAction[] = ['acceptRecalculation', 'topUp', 'refundExcess', 'requestRefund'];

/** What can be decided about an order, priced now. */
export interface Decision {
  /** Null while there is nothing to decide, and until the first prices have come. */
  readonly offered: DecisionView | null;
  readonly isLoading: boolean;
  /** Asks for the prices of this moment. */
  readonly refresh: () => Promise<DecisionView | null>;
}

/** Whether this caller has something to decide about the order. */
export function hasDecision({ actions }: OrderView): boolean {
  return actions.some((action) => DECISIONS.includes(action));
}

/** Follows the prices of what can be decided, for as long as there is something to decide. */
export function useDecision(order: OrderView): Decision {
  const isOpen = hasDecision(order);
  const { data, isLoading, refetch } = useQuery(
    useTRPC().orders.decision.queryOptions({ ref: order.ref }, { enabled: isOpen, refetchInterval: ORDER_POLL_MS }),
  );
  const priced = useRef(order.version);
  useEffect(() => {
    if (priced.current === order.version) return;
    priced.current = order.version;
    if (isOpen) void refetch();
  }, [order.version, isOpen, refetch]);
  return { offered: (isOpen && data) || null, isLoading: isOpen && isLoading, refresh: async () => (await refetch()).data ?? null };
}
