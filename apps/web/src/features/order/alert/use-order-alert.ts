import type { OrderView } from '@quydoi/contract/orders/order-view';
import { useEffect, useRef } from 'react';
import { orderAlerts } from './alert-switch.tsx';
import { playChime } from './chime.ts';
import { notify } from './notifications.ts';
import { alertBetween } from './order-alert.ts';

/** Tells by sound and, on a page that is not in view, by notification when the order has gone on, if the customer has asked for it. */
export function useOrderAlert(order: OrderView, headline: string): void {
  const before = useRef<OrderView | null>(null);
  useEffect(() => {
    const alert = alertBetween(before.current, order);
    before.current = order;
    if (alert === null || !orderAlerts.get()) return;
    playChime(alert);
    if (document.hidden) void notify(headline, order.ref);
  }, [order, headline]);
}
