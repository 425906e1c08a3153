import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { networkOf } from '@quydoi/domain/currencies';
import { Badge } from '@quydoi/ui/badge';
import { Card, CardTitle } from '@quydoi/ui/card';
import { formatAmount } from '../../lib/format.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { networkLabel } from '../../lib/network-label.ts';
import { sharedById, sharedText } from '../../lib/shared-text.ts';
import { isClaimWaiting } from './claim/claim-state.ts';
import { AccountText } from './components/account-text.tsx';
import { MaskedNotice } from './components/masked-notice.tsx';
import { OrderLog } from './components/order-log.tsx';
import { OrderRow } from './components/order-row.tsx';
import { OrderSides } from './components/order-sides.tsx';
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

interface PayToProps {
  readonly order: OrderView;
  readonly instructions: NonNullable<OrderView['instructions']>;
}

function PayTo(props: PayToProps) {
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardTitle>
        <Trans>Chuyển đúng số tiền</Trans>
      </CardTitle>
      <PayRows {...props} />
    </Card>
  );
}

/** What to pay and where to, for reading. */
export function PayRows({ order, instructions }: PayToProps) {
  const { locale } = useLocale();
  const network = networkLabel(order.from);
  const { amount, bankName, account, accountName, memo } = instructions;
  return (
    <dl className="grid grid-cols-1 gap-2">
      <OrderRow name={<Trans>Số tiền</Trans>}>{formatAmount(order.from, amount, locale)}</OrderRow>
      {networkOf(order.from).attribution.by === 'address' && <OrderRow name={<Trans>Mạng</Trans>}>{network}</OrderRow>}
      {bankName && <OrderRow name={<Trans>Ngân hàng</Trans>}>{bankName}</OrderRow>}
      <OrderRow name={<Trans>Nơi nhận</Trans>}>
        <AccountText account={account} code={order.from} />
      </OrderRow>
      {accountName && <OrderRow name={<Trans>Tên tài khoản</Trans>}>{accountName}</OrderRow>}
      {memo && <OrderRow name={<Trans>Nội dung chuyển khoản (bắt buộc)</Trans>}>{memo}</OrderRow>}
    </dl>
  );
}
