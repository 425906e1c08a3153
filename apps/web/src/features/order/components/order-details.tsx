import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { Card } from '@quydoi/ui/card';
import { CopyButton } from '@quydoi/ui/copy';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAmount, formatDecimalText } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useConfig } from '../../../lib/site-data.ts';

/** Everything about the order, folded away until it is wanted; open on paper. */
export function OrderDetails({ order }: { readonly order: OrderView }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { config } = useConfig();
  const bankName = (code: string | null) => config?.banks.find((bank) => bank.code === code)?.shortName ?? code ?? '';
  const { unit } = CURRENCIES[order.kind === 'buy' ? order.to : order.from];
  const rate = formatDecimalText(order.rate, locale);
  return (
    <Card>
      <details className="group" open={order.status === 'delivered'}>
        <summary className="flex min-h-touch list-none items-center justify-between font-semibold">
          <Trans>Chi tiết đơn</Trans>
          <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
        </summary>
        <dl className="mt-2 grid gap-2">
          <Row name={<Trans>Bạn gửi</Trans>}>{formatAmount(order.from, order.amountSent, locale)}</Row>
          <Row name={<Trans>Bạn nhận</Trans>}>{formatAmount(order.to, order.amountReceived, locale)}</Row>
          <Row name={<Trans>Tỷ giá</Trans>}>{`1 ${unit} = ${rate} ${CURRENCIES[order.kind === 'buy' ? order.from : order.to].unit}`}</Row>
          <Row name={<Trans>Phí</Trans>}>
            {order.feeExchange > 0n ? formatAmount(order.to, order.feeExchange, locale) : formatAmount('vnd', order.cashFee, locale)}
          </Row>
          <Row name={<Trans>Nơi nhận</Trans>}>
            {order.destination}
            {order.destinationBank && ` · ${bankName(order.destinationBank)}`}
          </Row>
          {order.destinationName && <Row name={<Trans>Chủ tài khoản</Trans>}>{order.destinationName}</Row>}
          {order.sender && (
            <Row name={<Trans>Nơi gửi</Trans>}>
              {order.sender}
              {order.senderBank && ` · ${bankName(order.senderBank)}`}
            </Row>
          )}
          {order.payoutReference && (
            <Row name={<Trans>Mã giao dịch</Trans>}>
              <span className="inline-flex items-center">
                <span className="break-all">{order.payoutReference}</span>
                <CopyButton copied={t`Đã sao chép`} label={t`Sao chép mã giao dịch`} value={order.payoutReference} />
              </span>
            </Row>
          )}
        </dl>
        {order.masked && (
          <p className="mt-3 text-small text-muted">
            <Trans>Một phần thông tin được ẩn. Mở bằng đường dẫn đầy đủ của đơn để xem tất cả.</Trans>
          </p>
        )}
      </details>
    </Card>
  );
}

function Row({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-small text-muted">{name}</dt>
      <dd className="min-w-0 break-words text-right font-semibold">{children}</dd>
    </div>
  );
}
