import { useLingui as useMessages } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders';
import { ORDER_STATUSES } from '@quydoi/domain/order-status';
import { Badge } from '@quydoi/ui/badge';
import { Card } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { Spinner } from '@quydoi/ui/spinner';
import { clsx } from 'clsx';
import { CircleCheck } from 'lucide-react';
import { formatTimeInVietnam } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { sharedById, sharedText } from '../../../lib/shared-text.ts';
import { headlineValues } from '../headline-values.ts';
import type { OrderPresentation } from '../order-presentation.ts';
import { decisionErrorText } from '../refund-text.ts';
import type { Decision } from '../use-decision.ts';
import type { OrderAct } from '../use-order.ts';
import { HEADLINE_ID, hasPanel, type PanelAction } from '../use-panel.ts';
import { Confirmations } from './confirmations.tsx';
import { DecisionSummary } from './decision-summary.tsx';
import { ExtraPayment } from './extra-payment.tsx';
import { OrderButtons } from './order-buttons.tsx';

interface OrderStatusProps {
  readonly order: OrderView;
  readonly presentation: OrderPresentation;
  readonly decision: Decision;
  readonly isTakingLong: boolean;
  readonly nowMs: number;
  readonly act: OrderAct;
  /** The open decision panel, if any. */
  readonly panel: PanelAction | null;
  readonly onDecide: (action: PanelAction) => void;
}

/** Status of the order: headline, explanation and available actions. */
export function OrderStatus({ order, presentation, decision, isTakingLong, nowMs, act, panel, onDecide }: OrderStatusProps) {
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const { badge, final } = ORDER_STATUSES[order.status];
  const lastAt = formatTimeInVietnam(order.events.at(-1)?.at ?? order.createdAt);
  const isDone = order.status === 'delivered';
  // No spinner while the order waits for the customer's decision.
  const isSpinning = !final && (order.status === 'pending' ? !presentation.trouble : presentation.mayClose);
  const isForm = panel === 'requestRefund' || panel === 'refundExcess';
  // Errors of a panel's action are shown in the panel. Once an action is no longer permitted, the headline tells how the order went on.
  const failed = act.error === null ? undefined : act.variables?.action;
  const hasError = failed !== undefined && !hasPanel(failed) && order.actions.includes(failed);
  return (
    <Card className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-3">
        <Badge colour={badge}>
          {isDone ? <CircleCheck aria-hidden="true" className="size-4" /> : isSpinning && <Spinner className="size-4" />}
          {sharedById(i18n, presentation.badgeId, {})}
        </Badge>
      </div>
      {/* Announced by screen readers on change, unlike the countdown. */}
      <div aria-atomic="true" aria-live="polite">
        <h2
          className={clsx('font-semibold text-balance outline-none', order.instructions ? 'text-title' : 'text-title sm:text-display')}
          id={HEADLINE_ID}
          tabIndex={-1}
        >
          <Headline presentation={presentation} nowMs={nowMs} order={order} />
        </h2>
        <p className="mt-1">{i18n._(presentation.sentence)}</p>
      </div>
      {order.seen && <Confirmations nowMs={nowMs} order={order} seen={order.seen} />}
      {presentation.mayClose && !final && (
        <p className="text-small text-muted">
          <Trans>Bạn có thể đóng trang này; đơn vẫn được xử lý.</Trans>
        </p>
      )}
      <ExtraPayment order={order} />
      {isTakingLong && (
        <Notice look="warn">
          <Trans>Xin lỗi vì để bạn chờ lâu hơn thường lệ. Cập nhật gần nhất lúc {lastAt} (giờ Việt Nam).</Trans>
        </Notice>
      )}
      {hasError && (
        <Notice look="danger" role="alert">
          {decisionErrorText(i18n, locale, act.error)}
        </Notice>
      )}
      {!isForm && (
        <>
          <DecisionSummary decision={decision} order={order} />
          <OrderButtons act={act} decision={decision} presentation={presentation} isTakingLong={isTakingLong} onDecide={onDecide} order={order} />
        </>
      )}
    </Card>
  );
}

/** Headline of the status. Screen readers get a counting headline without its numbers, which would be announced continuously. */
function Headline({ order, presentation, nowMs }: Pick<OrderStatusProps, 'order' | 'presentation' | 'nowMs'>) {
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const shown = sharedById(i18n, presentation.headlineId, headlineValues(order, i18n, locale, nowMs));
  if (!order.seen) return shown;
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{sharedText(i18n, 'headline', order.status)}</span>
    </>
  );
}
