import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { OrderAction } from '@quydoi/domain/order-status';
import { useEffect, useState } from 'react';
import type { OrderAct } from '../use-order.ts';

/** Decisions confirmed in a panel of their own: a recalculation in a dialog, a refund in a form. */
export type PanelAction = Extract<OrderAction, 'acceptRecalculation' | 'requestRefund' | 'refundExcess'>;

/** Element id of the headline, which receives the focus when a panel closes. */
export const HEADLINE_ID = 'order-headline';

/** Whether an action is confirmed in a panel of its own. */
export function hasPanel(action: OrderAction): action is PanelAction {
  return action === 'acceptRecalculation' || action === 'requestRefund' || action === 'refundExcess';
}

/** Manages the open panel. A panel closes automatically when its action is no longer permitted. */
export function usePanel(order: OrderView, act: OrderAct) {
  const [asked, setAsked] = useState<PanelAction | null>(null);
  const open = (action: PanelAction) => {
    act.reset();
    setAsked(action);
  };
  const close = () => {
    // The dialog restores the focus itself; the form is part of the page.
    if (asked !== 'acceptRecalculation') document.getElementById(HEADLINE_ID)?.focus();
    setAsked(null);
  };
  const isGone = asked !== null && !order.actions.includes(asked);
  useEffect(() => {
    if (!isGone) return;
    setAsked(null);
    document.getElementById(HEADLINE_ID)?.focus();
  }, [isGone]);
  return { panel: isGone ? null : asked, open, close };
}
