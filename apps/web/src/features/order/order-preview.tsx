import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { Card } from '@quydoi/ui/card';
import { useLocale } from '../../lib/locale-context.tsx';
import { sharedById } from '../../lib/shared-text.ts';
import { AskedPayment } from './payment/asked-payment.tsx';
import { headlineValues } from './status/headline-values.ts';
import { OrderHeader } from './status/order-header.tsx';
import { presentOrder, sentenceText } from './status/order-presentation.ts';

/**
 * The top of an order page until its script has loaded: how the order stands, and what to pay to. The server writes it as anyone may see it, so it
 * holds nothing that depends on the order's key.
 */
export function OrderPreview({ order }: { readonly order: OrderView }) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const nowMs = order.serverTime.getTime();
  const isTimerOver = nowMs >= order.expiresAt.getTime();
  const presentation = presentOrder(order, isTimerOver);
  const { instructions } = order;
  return (
    <div className="grid grid-cols-1 gap-4">
      <OrderHeader order={order} presentation={presentation} />
      <Card className="grid max-w-3xl grid-cols-1 gap-3">
        <h2 className="text-pretty font-semibold text-title sm:text-display">
          {sharedById(i18n, presentation.headlineId, headlineValues(order, i18n, locale, nowMs))}
        </h2>
        <p>{sentenceText(i18n, presentation, order)}</p>
        {instructions && !isTimerOver && <AskedPayment instructions={instructions} isDue order={order} />}
        <p className="text-muted">
          <Trans>Đang tải phần còn lại của đơn. Mạng chậm cũng không ảnh hưởng đến tiền của bạn.</Trans>
        </p>
      </Card>
    </div>
  );
}
