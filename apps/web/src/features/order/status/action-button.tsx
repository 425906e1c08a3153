import { useLingui as useMessages } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { Locale } from '@quydoi/domain/locales';
import { formatDecimalText } from '@quydoi/domain/money';
import type { OrderAction } from '@quydoi/domain/order-status';
import { Button } from '@quydoi/ui/button';
import { type ReactNode, useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { sharedText } from '../../../lib/shared-text.ts';
import { scrollTo } from '../bring-into-view.ts';
import type { Decision } from '../decision/use-decision.ts';
import { hasPanel, type PanelAction } from '../decision/use-panel.ts';
import { PAY_ID } from '../payment/payment-instructions.tsx';
import type { OrderAct } from '../use-order.ts';

interface ActionButtonProps {
  readonly action: OrderAction;
  readonly order: OrderView;
  readonly decision: Decision;
  readonly act: OrderAct;
  readonly look: 'primary' | 'secondary';
  readonly onDecide: (action: PanelAction) => void;
}

/** Button of a server action: opens its panel, scrolls to the payment instructions, asks for confirmation, or executes it. */
export function ActionButton({ action, order, decision, act, look, onDecide }: ActionButtonProps) {
  const label = <ActionLabel action={action} decision={decision} order={order} />;
  if (action === 'cancel') return <CancelButton act={act} label={label} />;
  // Decisions stay disabled until their amounts have loaded.
  const isAwaited = hasPanel(action) && decision.isLoading;
  const onClick = () => (hasPanel(action) ? onDecide(action) : action === 'topUp' ? showInstructions() : act.mutate({ action }));
  return (
    <Button aria-disabled={isAwaited} busy={act.isPending && act.variables.action === action} look={look} onClick={isAwaited ? undefined : onClick}>
      {label}
    </Button>
  );
}

function showInstructions(): void {
  const instructions = document.getElementById(PAY_ID);
  if (!instructions) return;
  scrollTo(instructions);
  instructions.focus({ preventScroll: true });
}

function ActionLabel({ action, order, decision: { options } }: Pick<ActionButtonProps, 'action' | 'order' | 'decision'>): ReactNode {
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const x = formatAmount(order.from, order.amountPaid, locale);
  const recalculation = options?.recalculation;
  // While the customer can top up, the order's own price is valid and no other is shown.
  const q =
    recalculation && !order.actions.includes('topUp') && !order.actions.includes('submitVoucher')
      ? priceText(order, recalculation.rate, locale)
      : null;
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
  if (action === 'requestRefund' && order.reason === 'overpaid') return <Trans>Hoàn lại toàn bộ</Trans>;
  return sharedText(i18n, 'action', action);
}

/** Price of one unit: `25.950 đ`, with a space that does not wrap. */
function priceText({ kind, from, to }: OrderView, rate: string, locale: Locale): string {
  return `${formatDecimalText(rate, locale)}\u00a0${CURRENCIES[kind === 'buy' ? from : to].unit}`;
}

/** Cancel button with a confirmation, because a cancelled order cannot be restored. */
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
        <Trans>Hủy đơn này? Đừng hủy nếu bạn đã chuyển tiền: hãy chờ, hoặc báo ở “Tôi đã chuyển, sao chưa thấy?”.</Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busy={act.isPending} look="danger" onClick={() => act.mutate({ action: 'cancel' })}>
          {label}
        </Button>
        {/* A request that was sent cannot be taken back. */}
        <Button aria-disabled={act.isPending} look="secondary" onClick={() => act.isPending || setAsking(false)}>
          <Trans>Không hủy</Trans>
        </Button>
      </div>
    </div>
  );
}
