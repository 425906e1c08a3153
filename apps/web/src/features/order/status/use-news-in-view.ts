import type { OrderView } from '@quydoi/contract/orders/order-view';
import { useEffect, useRef } from 'react';
import { bringIntoView } from '../bring-into-view.ts';
import { HEADLINE_ID } from '../decision/use-panel.ts';
import { newsBetween } from './order-news.ts';

/** Fields whose text would be moved away from who is writing it. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/**
 * Brings the headline into view when the order has gone on and it is out of view. The focus stays where it is: the headline is announced anyway. Waits
 * for as long as a field is in use.
 */
export function useNewsInView(order: OrderView): void {
  const before = useRef<OrderView | null>(null);
  useEffect(() => {
    const news = newsBetween(before.current, order);
    before.current = order;
    if (news === null) return;
    if (document.activeElement?.matches(FIELDS) !== true) return showHeadline();
    document.addEventListener('focusout', showHeadline, { once: true });
  }, [order]);
  useEffect(() => () => document.removeEventListener('focusout', showHeadline), []);
}

/** With the badge, which stands above it. */
function showHeadline(): void {
  const headline = document.getElementById(HEADLINE_ID);
  if (headline) bringIntoView(headline, document.querySelector('main') ?? headline);
}
