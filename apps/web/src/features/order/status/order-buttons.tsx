import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { CURRENCIES, networkOf } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { enteredCurrency } from '@quydoi/domain/price/quote';
import { Button, buttonClass } from '@quydoi/ui/button';
import { ChevronDown } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useConfig } from '../../../lib/site-data.ts';
import { quantityKey, setDraftField } from '../../trade/draft.ts';
import { tradePath } from '../../trade/trade-path.ts';
import { supportHref } from '../components/support.tsx';
import type { Decision } from '../decision/use-decision.ts';
import type { PanelAction } from '../decision/use-panel.ts';
import type { OrderAct } from '../use-order.ts';
import { ActionButton } from './action-button.tsx';
import { explorerUrlOf, type OrderButtonCode, type OrderPresentation } from './order-presentation.ts';

interface OrderButtonsProps {
  readonly order: OrderView;
  readonly presentation: OrderPresentation;
  readonly decision: Decision;
  readonly isTakingLong: boolean;
  readonly act: OrderAct;
  readonly onDecide: (action: PanelAction) => void;
}

/** Buttons of the order page: at most two and a refund, the others in the overflow menu. */
export function OrderButtons({ order, presentation, decision, isTakingLong, act, onDecide }: OrderButtonsProps) {
  const buttons: readonly OrderButtonCode[] =
    isTakingLong && presentation.buttons.length < 2 && !presentation.buttons.includes('support')
      ? [...presentation.buttons, 'support']
      : presentation.buttons;
  if (buttons.length === 0 && presentation.others.length === 0) return null;
  // Somebody who wants the money back looks for that, and not for other choices.
  const [refund, others] = [presentation.others.filter(isRefund), presentation.others.filter((button) => !isRefund(button))];
  const control = (button: OrderButtonCode, isFirst: boolean) => (
    <OrderButton act={act} button={button} decision={decision} isFirst={isFirst} key={button} onDecide={onDecide} order={order} />
  );
  return (
    <div className="flex flex-wrap items-start gap-3 max-sm:[&>:is(a,button)]:grow max-sm:[&>:is(a,button)]:px-2 print:hidden">
      {/* What to do with a surplus, and whether to get everything back, is no proposal of ours. */}
      {buttons.map((button, i) => control(button, i === 0 && order.reason !== 'overpaid'))}
      {refund.map((button) => control(button, false))}
      {others.length > 0 && (
        <details className="group">
          <summary className={buttonClass({ look: 'quiet', className: 'list-none first:-mx-4' })}>
            {others.every((button) => button === 'cancel') ? <Trans>Không muốn chuyển nữa?</Trans> : <Trans>Lựa chọn khác</Trans>}
            <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
          </summary>
          <div className="mt-2 flex flex-wrap gap-3">{others.map((button) => control(button, false))}</div>
        </details>
      )}
    </div>
  );
}

function isRefund(button: OrderButtonCode): boolean {
  return button === 'requestRefund';
}

type ControlProps = Pick<OrderButtonsProps, 'order' | 'decision' | 'act' | 'onDecide'> & {
  readonly button: OrderButtonCode;
  readonly isFirst: boolean;
};

function OrderButton({ button, isFirst, order, decision, act, onDecide }: ControlProps) {
  const { config } = useConfig();
  const explorer = networkOf(order.seen ? order.from : order.to).explorer?.name;
  const look = isFirst ? 'primary' : 'secondary';
  switch (button) {
    case 'support':
      return (
        <a className={buttonClass({ look })} href={supportHref(config?.site.email ?? '', order.ref)}>
          <Trans>Liên hệ hỗ trợ</Trans>
        </a>
      );
    case 'explorer':
      return (
        <a className={buttonClass({ look })} href={explorerUrlOf(order) ?? undefined} rel="noreferrer" target="_blank">
          <Trans>Xem trên {explorer}</Trans>
        </a>
      );
    case 'receipt':
      return (
        <Link className={buttonClass({ look })} href={`/order/${order.ref}/receipt`}>
          <Trans>Biên nhận</Trans>
        </Link>
      );
    case 'again':
      return <AgainButton look={look} order={order} />;
    default:
      return <ActionButton act={act} action={button} decision={decision} look={look} onDecide={onDecide} order={order} />;
  }
}

/** Opens the trade form with the same quantity. Wallet and account are kept in the draft. */
function AgainButton({ order, look }: { readonly order: OrderView; readonly look: 'primary' | 'secondary' }) {
  const [, navigate] = useLocation();
  const again = () => {
    setDraftField(quantityKey(order.kind), formatDecimal(order.quantity, CURRENCIES[enteredCurrency(order)].scale));
    navigate(tradePath(order));
  };
  return (
    <Button look={look} onClick={again}>
      {order.status === 'delivered' ? (
        <Trans>Giao dịch lại</Trans>
      ) : order.status === 'pending' ? (
        <Trans>Lấy giá mới</Trans>
      ) : (
        <Trans>Tạo đơn mới</Trans>
      )}
    </Button>
  );
}
