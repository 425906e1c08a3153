import { useLingui as useMessages } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders';
import { ORDER_STATUSES } from '@quydoi/domain/order-status';
import { Badge } from '@quydoi/ui/badge';
import { Card } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { Spinner } from '@quydoi/ui/spinner';
import { clsx } from 'clsx';
import { CircleCheck } from 'lucide-react';
import { refusalText } from '../../../lib/error-text.ts';
import { formatTimeInVietnam } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { sharedById, sharedText } from '../../../lib/shared-text.ts';
import { headlineValues } from '../headline-values.ts';
import type { OrderFace } from '../order-face.ts';
import type { useOrder } from '../use-order.ts';
import { OrderButtons } from './order-buttons.tsx';

interface OrderStatusProps {
  readonly order: OrderView;
  readonly face: OrderFace;
  readonly isTakingLong: boolean;
  readonly act: ReturnType<typeof useOrder>['act'];
}

/** What is going on, in one headline and one sentence, and what can be done about it. */
export function OrderStatus({ order, face, isTakingLong, act }: OrderStatusProps) {
  const { i18n } = useMessages();
  const { t } = useLingui();
  const { locale } = useLocale();
  const { badge, final } = ORDER_STATUSES[order.status];
  const headline = sharedById(i18n, face.headlineId, headlineValues(order, i18n, locale));
  const lastAt = formatTimeInVietnam(order.events.at(-1)?.at ?? order.createdAt);
  const isDone = order.status === 'delivered';
  return (
    <Card className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-3">
        <Badge colour={badge}>
          {isDone ? <CircleCheck aria-hidden="true" className="size-4" /> : !final && <Spinner className="size-4" />}
          {sharedText(i18n, 'status', order.status)}
        </Badge>
      </div>
      {/* Announced when it changes; the clock beside it never is. */}
      <div aria-atomic="true" aria-live="polite">
        <h2 className={clsx('font-semibold text-balance', order.instructions ? 'text-title' : 'text-title sm:text-display')}>{headline}</h2>
        <p className="mt-1">{i18n._(face.sentence)}</p>
      </div>
      {face.mayClose && !final && (
        <p className="text-small text-muted">
          <Trans>Bạn có thể đóng trang này; đơn vẫn được xử lý.</Trans>
        </p>
      )}
      {isTakingLong && (
        <Notice look="warn">
          <Trans>Xin lỗi vì để bạn chờ lâu hơn thường lệ. Cập nhật gần nhất lúc {lastAt} (giờ Việt Nam).</Trans>
        </Notice>
      )}
      {act.error && (
        <Notice look="danger" role="alert">
          {refusalText(i18n, locale, act.error) ?? t`Mất kết nối nên chưa có câu trả lời. Vui lòng thử lại.`}
        </Notice>
      )}
      <OrderButtons act={act} face={face} isTakingLong={isTakingLong} order={order} />
    </Card>
  );
}
