import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { Badge } from '@quydoi/ui/badge';
import { Card, CardTitle } from '@quydoi/ui/card';
import { useLocale } from '../../lib/locale-context.tsx';
import { sharedById, sharedText } from '../../lib/shared-text.ts';
import { isClaimWaiting } from './claim/claim-state.ts';
import { MaskedNotice } from './components/masked-notice.tsx';
import { OrderLog } from './components/order-log.tsx';
import { OrderSides } from './components/order-sides.tsx';
import { AskedPayment } from './payment/asked-payment.tsx';
import type { PayProps } from './payment/payment-instructions.tsx';
import { headlineValues } from './status/headline-values.ts';
import { presentOrder } from './status/order-presentation.ts';

/** An order for reading, for browsers without script: status, what to pay to, both sides, log. */
export function OrderWithoutScript({ order }: { readonly order: OrderView }) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const { ref } = order;
  const nowMs = order.serverTime.getTime();
  const isTimerOver = nowMs >= order.expiresAt.getTime();
  const presentation = presentOrder(order, isTimerOver);
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <h1 className="font-semibold text-title">
        <Trans>
          Đơn hàng <span className="tracking-wide">{ref}</span>
        </Trans>
      </h1>
      {order.masked && <MaskedNotice order={order} />}
      <Card className="grid grid-cols-1 gap-3">
        <div>
          <Badge colour={presentation.badge}>{sharedById(i18n, presentation.badgeId, {})}</Badge>
        </div>
        <h2 className="font-semibold text-title">{sharedById(i18n, presentation.headlineId, headlineValues(order, i18n, locale, nowMs))}</h2>
      </Card>
      {order.instructions && !isTimerOver && !isClaimWaiting(order) && <PayTo order={order} instructions={order.instructions} />}
      <OrderSides order={order} />
      <OrderLog events={order.events} now={order.serverTime} />
    </div>
  );
}

/** Says that there is no order of this reference. */
export function NoOrder() {
  const { i18n } = useLingui();
  return <h1 className="font-semibold text-title">{sharedText(i18n, 'error', 'ORDER_NOT_FOUND')}</h1>;
}

function PayTo(props: PayProps) {
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardTitle>
        <Trans>Chuyển đúng số tiền</Trans>
      </CardTitle>
      <AskedPayment {...props} isDue />
    </Card>
  );
}
