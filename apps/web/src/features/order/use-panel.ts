import type { OrderView } from '@quydoi/contract/orders';
import type { OrderAction } from '@quydoi/domain/order-status';
import { useEffect, useState } from 'react';
import type { OrderAct } from './use-order.ts';

/** Decisions that are looked at before they are taken: new terms in a dialog, a refund in a form. */
export type PanelAction = Extract<OrderAction, 'acceptRecalculation' | 'requestRefund' | 'refundExcess'>;

/** Id of the headline, which takes the focus when a panel is left. */
export const HEADLINE_ID = 'order-headline';

/** Whether an action is looked at in a panel of its own before it is taken. */
export function hasPanel(action: OrderAction): action is PanelAction {
  return action === 'acceptRecalculation' || action === 'requestRefund' || action === 'refundExcess';
}

/** Which panel is open. One whose action is no longer possible is gone by itself. */
export function usePanel(order: OrderView, act: OrderAct) {
  const [asked, setAsked] = useState<PanelAction | null>(null);
  const open = (action: PanelAction) => {
    act.reset();
    setAsked(action);
  };
  const close = () => {
    // A dialog gives the focus back by itself; a form is part of the page.
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
