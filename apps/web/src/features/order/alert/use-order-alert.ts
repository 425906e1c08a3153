import type { OrderView } from '@quydoi/contract/orders/order-view';
import { useEffect, useRef } from 'react';
import { orderAlerts } from './alert-switch.tsx';
import { playChime } from './chime.ts';
import { alertBetween } from './order-alert.ts';

/** Tells by sound and, on a page that is not in view, by notification when the order has gone on, if the customer has asked for it. */
export function useOrderAlert(order: OrderView, headline: string): void {
  const before = useRef<OrderView | null>(null);
  useEffect(() => {
    const alert = alertBetween(before.current, order);
    before.current = order;
    if (alert === null || !orderAlerts.get()) return;
    playChime(alert);
    if (document.hidden) notify(order.ref, headline);
  }, [order, headline]);
}

function notify(ref: string, headline: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const shown = new Notification(headline, { body: ref, tag: ref, icon: '/icon-192.png' });
    shown.onclick = () => window.focus();
  } catch {
    // Chrome on Android notifies by service workers alone.
  }
}
