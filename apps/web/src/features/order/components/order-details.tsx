import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { Card } from '@quydoi/ui/card';
import { CopyButton } from '@quydoi/ui/copy';
import { ChevronDown } from 'lucide-react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { rateText } from '../../../lib/rate-text.ts';
import { eventAmount } from '../event-amount.ts';
import { dayAndTime } from '../order-time.ts';
import { extraPaymentOf } from '../status/order-presentation.ts';
import { FeeText } from './fee-text.tsx';
import { OrderLinks } from './order-links.tsx';
import { OrderRow } from './order-row.tsx';

/** Price, fee, times and transaction id of the order, expanded once it is delivered, for the printed receipt; its reference and link to copy. */
export function OrderDetails({ order, orderKey }: { readonly order: OrderView; readonly orderKey: string | null }) {
  const { t, i18n } = useLingui();
  const { locale } = useLocale();
  const { coupon } = order;
  const extra = extraPaymentOf(order);
  return (
    <Card>
      <details className="group" open={order.status === 'delivered'}>
        <summary className="flex min-h-touch list-none items-center justify-between font-semibold">
          <Trans>Chi tiết đơn</Trans>
          <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
        </summary>
        <dl className="mt-2 grid grid-cols-1 gap-2">
          <OrderRow name={<Trans>Tỷ giá</Trans>}>{rateText(order, order.rate, locale)}</OrderRow>
          <OrderRow name={<Trans>Phí</Trans>}>
            <FeeText order={order} />
          </OrderRow>
          {order.discount > 0n && (
            <OrderRow name={coupon === null ? <Trans>Giảm giá</Trans> : <Trans>Giảm giá ({coupon})</Trans>}>
              {formatAmount(order.kind === 'buy' ? order.from : order.to, order.discount, locale)}
            </OrderRow>
          )}
          {order.amountPaid > 0n && <OrderRow name={<Trans>Chúng tôi đã nhận</Trans>}>{formatAmount(order.from, order.amountPaid, locale)}</OrderRow>}
          {extra && <OrderRow name={<Trans>Nhận thêm, chưa dùng</Trans>}>{eventAmount(extra.params, locale)}</OrderRow>}
          <OrderRow name={<Trans>Tạo lúc</Trans>}>{dayAndTime(i18n, locale, order.createdAt)}</OrderRow>
          {order.payoutReference && (
            <OrderRow name={<Trans>Mã giao dịch</Trans>}>
              <span className="inline-flex items-center">
                <span className="break-all text-small">{order.payoutReference}</span>
                <CopyButton className="print:hidden" copied={t`Đã sao chép`} label={t`Sao chép mã giao dịch`} value={order.payoutReference} />
              </span>
            </OrderRow>
          )}
        </dl>
      </details>
      <OrderLinks orderKey={orderKey} refText={order.ref} />
    </Card>
  );
}
