import { useLingui as useMessages } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { OrderAction } from '@quydoi/domain/order-status';
import { Button, buttonClass } from '@quydoi/ui/button';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { sharedText } from '../../../lib/shared-text.ts';
import { useConfig } from '../../../lib/site-data.ts';
import { buyPath } from '../../buy/buy-path.ts';
import { setDraftField } from '../../buy/draft.ts';
import type { FaceButton, OrderFace } from '../order-face.ts';
import type { useOrder } from '../use-order.ts';
import { supportHref } from './support.tsx';

interface OrderButtonsProps {
  readonly order: OrderView;
  readonly face: OrderFace;
  readonly isTakingLong: boolean;
  readonly act: ReturnType<typeof useOrder>['act'];
}

/** At most two buttons; the rest stands under "Khác". */
export function OrderButtons({ order, face, isTakingLong, act }: OrderButtonsProps) {
  const buttons: readonly FaceButton[] =
    isTakingLong && face.buttons.length < 2 && !face.buttons.includes('support') ? [...face.buttons, 'support'] : face.buttons;
  if (buttons.length === 0 && face.others.length === 0) return null;
  return (
    <div className="flex flex-wrap items-start gap-3 print:hidden">
      {buttons.map((button, i) => (
        <FaceButtonControl act={act} button={button} isFirst={i === 0} key={button} order={order} />
      ))}
      {face.others.length > 0 && (
        <details className="group">
          <summary className={buttonClass({ look: 'quiet', className: '-mx-4 list-none' })}>
            <Trans>Khác</Trans>
          </summary>
          <div className="mt-2 flex flex-wrap gap-3">
            {face.others.map((button) => (
              <FaceButtonControl act={act} button={button} isFirst={false} key={button} order={order} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

interface ControlProps {
  readonly button: FaceButton;
  readonly isFirst: boolean;
  readonly order: OrderView;
  readonly act: OrderButtonsProps['act'];
}

function FaceButtonControl({ button, isFirst, order, act }: ControlProps) {
  const { config } = useConfig();
  const look = isFirst ? 'primary' : 'secondary';
  switch (button) {
    case 'support':
      return (
        <a className={buttonClass({ look })} href={supportHref(config?.site.email ?? '', order.ref)}>
          <Trans>Liên hệ hỗ trợ</Trans>
        </a>
      );
    case 'explorer':
      return order.explorerUrl === null ? null : (
        <a className={buttonClass({ look })} href={order.explorerUrl} rel="noreferrer" target="_blank">
          <Trans>Xem trên explorer</Trans>
        </a>
      );
    case 'receipt':
      return (
        <Button look={look} onClick={() => window.print()}>
          <Trans>Biên nhận</Trans>
        </Button>
      );
    case 'again':
      return <AgainButton look={look} order={order} />;
    default:
      return <ActionButton act={act} action={button} look={look} order={order} />;
  }
}

/** Opens the form with the same quantity; wallet and account are remembered anyway. */
function AgainButton({ order, look }: { readonly order: OrderView; readonly look: 'primary' | 'secondary' }) {
  const [, navigate] = useLocation();
  const again = () => {
    setDraftField('quantity', formatDecimal(order.quantity, CURRENCIES[order.to].scale));
    navigate(order.kind === 'buy' ? buyPath(order.to) : '/');
  };
  return (
    <Button look={look} onClick={again}>
      {order.status === 'delivered' ? <Trans>Đặt lại</Trans> : <Trans>Tạo lại</Trans>}
    </Button>
  );
}

/** Actions that cannot be taken back are asked about first. */
const ASKED_FIRST: readonly OrderAction[] = ['cancel', 'requestRefund', 'refundExcess'];

function ActionButton({
  action,
  order,
  act,
  look,
}: {
  readonly action: OrderAction;
  readonly order: OrderView;
  readonly act: ControlProps['act'];
  readonly look: 'primary' | 'secondary';
}) {
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const [isAsking, setAsking] = useState(false);
  const received = formatAmount(order.from, order.amountPaid, locale);
  const label: ReactNode = action === 'acceptRecalculation' ? <Trans>Đổi theo {received}</Trans> : sharedText(i18n, 'action', action);
  const busy = act.isPending && act.variables === action;
  const run = () => {
    if (action === 'topUp') return document.getElementById('pay')?.scrollIntoView({ behavior: 'smooth' });
    act.mutate(action);
  };
  if (!isAsking) {
    return (
      <Button busy={busy} look={action === 'cancel' ? 'danger' : look} onClick={ASKED_FIRST.includes(action) ? () => setAsking(true) : run}>
        {label}
      </Button>
    );
  }
  return (
    <div className="grid gap-2 rounded-field bg-sunken p-3">
      <p>{action === 'cancel' ? <Trans>Hủy đơn này? Đừng hủy nếu bạn đã chuyển tiền.</Trans> : <Trans>Bạn chắc chắn chứ?</Trans>}</p>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} look="danger" onClick={run}>
          {label}
        </Button>
        <Button look="secondary" onClick={() => setAsking(false)}>
          <Trans>Giữ lại</Trans>
        </Button>
      </div>
    </div>
  );
}
