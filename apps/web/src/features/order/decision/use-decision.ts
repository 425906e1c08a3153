import { useTRPC } from '@quydoi/client/react';
import type { MismatchOptionsView } from '@quydoi/contract/orders/mismatch-options';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { ORDER_POLL_MS } from '@quydoi/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { nowMs } from '../../../lib/clock.ts';
import { DECISIONS } from '../status/further-payment.ts';

/** Available decisions on an order, at current prices. */
export interface Decision {
  /** Null if there is nothing to decide, or until loaded. */
  readonly options: MismatchOptionsView | null;
  readonly isLoading: boolean;
  /** Fetches current prices. */
  readonly refresh: () => Promise<MismatchOptionsView | null>;
}

/** Whether the viewer may decide on a payment mismatch. */
export function hasDecision({ actions }: OrderView): boolean {
  return actions.some((action) => DECISIONS.includes(action));
}

/** Options without a recalculation of a surplus that yields no more than the order does: its refund leaves the customer the same and the surplus. */
export function withoutIdleRecalculation(order: OrderView, options: MismatchOptionsView): MismatchOptionsView {
  const { recalculation, excessRefund } = options;
  const isIdle = recalculation !== null && excessRefund !== null && recalculation.amountReceived <= order.amountReceived;
  return isIdle ? { ...options, recalculation: null } : options;
}

/** Polls the available decisions and their prices, while the order needs one. */
export function useDecision(order: OrderView): Decision {
  const isOpen = hasDecision(order);
  const mismatch = `${order.reason} ${order.amountPaid}`;
  const [known, setKnown] = useState({ mismatch, sinceMs: 0 });
  if (known.mismatch !== mismatch) setKnown({ mismatch, sinceMs: nowMs() });
  const { data, dataUpdatedAt, isLoading, refetch } = useQuery(
    useTRPC().orders.decision.queryOptions({ ref: order.ref }, { enabled: isOpen, refetchInterval: ORDER_POLL_MS }),
  );
  const priced = useRef(order.version);
  useEffect(() => {
    if (priced.current === order.version) return;
    priced.current = order.version;
    if (isOpen) void refetch();
  }, [order.version, isOpen, refetch]);
  // What was told before more money came are the sums of less.
  const isOld = dataUpdatedAt < known.sinceMs;
  return {
    options: isOpen && !isOld && data ? withoutIdleRecalculation(order, data) : null,
    isLoading: isOpen && (isLoading || isOld),
    refresh: async () => {
      const { data: fresh } = await refetch();
      return fresh ? withoutIdleRecalculation(order, fresh) : null;
    },
  };
}
