import { useLingui as useMessages } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders';
import type { OrderAction } from '@quydoi/domain/order-status';
import { Button } from '@quydoi/ui/button';
import { type ReactNode, useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { sharedText } from '../../../lib/shared-text.ts';
import { priceText } from '../rate-text.ts';
import type { Decision } from '../use-decision.ts';
import type { OrderAct } from '../use-order.ts';
import { hasPanel, type PanelAction } from '../use-panel.ts';
import { PAY_ID } from './payment-instructions.tsx';

interface ActionButtonProps {
  readonly action: OrderAction;
  readonly order: OrderView;
  readonly decision: Decision;
  readonly act: OrderAct;
  readonly look: 'primary' | 'secondary';
  readonly onDecide: (action: PanelAction) => void;
}

/** One of the server's actions: looked at in a panel first, led to the instructions, or asked about and taken. */
export function ActionButton({ action, order, decision, act, look, onDecide }: ActionButtonProps) {
  const label = <ActionLabel action={action} decision={decision} order={order} />;
  if (action === 'cancel') return <CancelButton act={act} label={label} />;
  const onClick = () => (hasPanel(action) ? onDecide(action) : action === 'topUp' ? showInstructions() : act.mutate({ action }));
  return (
    <Button busy={act.isPending && act.variables.action === action} look={look} onClick={onClick}>
      {label}
    </Button>
  );
}

function showInstructions(): void {
  const instructions = document.getElementById(PAY_ID);
  instructions?.scrollIntoView({ behavior: 'smooth' });
  instructions?.focus({ preventScroll: true });
}

function ActionLabel({ action, order, decision: { offered } }: Pick<ActionButtonProps, 'action' | 'order' | 'decision'>): ReactNode {
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const x = formatAmount(order.from, order.amountPaid, locale);
  const offer = offered?.recalculation;
  // While more can be sent the order's own price stands, and there is no other to name.
  const q = offer && !order.actions.includes('topUp') ? priceText(order, offer.rate, locale) : null;
  if (action === 'acceptRecalculation') {
    if (order.reason === 'overpaid') return <Trans>Đổi cả phần dư</Trans>;
    if (order.reason === 'late') return q ? <Trans>Nhận theo giá {q}</Trans> : <Trans>Nhận theo giá hiện tại</Trans>;
    return q ? (
      <Trans>
        Đổi theo {x}, giá {q}
      </Trans>
    ) : (
      <Trans>Đổi theo {x}</Trans>
    );
  }
  if (action === 'requestRefund' && order.reason === 'overpaid') return <Trans>Hoàn tất cả</Trans>;
  return sharedText(i18n, 'action', action);
}

/** A dropped order does not come back, so it is asked about first. */
function CancelButton({ act, label }: { readonly act: OrderAct; readonly label: ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button look="danger" onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <div className="grid gap-2 rounded-field bg-sunken p-3">
      <p>
        <Trans>Hủy đơn này? Đừng hủy nếu bạn đã chuyển tiền.</Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busy={act.isPending} look="danger" onClick={() => act.mutate({ action: 'cancel' })}>
          {label}
        </Button>
        <Button look="secondary" onClick={() => setAsking(false)}>
          <Trans>Giữ lại</Trans>
        </Button>
      </div>
    </div>
  );
}
