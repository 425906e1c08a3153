import { Trans } from '@lingui/react/macro';
import type { VoucherCheckView } from '@quydoi/contract/vouchers';
import { Badge } from '@quydoi/ui/badge';
import { Button } from '@quydoi/ui/button';
import { Card } from '@quydoi/ui/card';
import { useEffect, useRef } from 'react';
import { formatDayInVietnam } from '../../lib/dates.ts';
import { formatAmount, formatTimeInVietnam } from '../../lib/format.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { OrderRow } from '../order/components/order-row.tsx';
import { gmtText } from './gmt-text.ts';

interface CheckedVoucherProps {
  readonly voucher: VoucherCheckView;
  onCheckAnother(): void;
}

/** Result of a check: whether the voucher is used, its value, when it was issued, and, if used, when and into which account. */
export function CheckedVoucher({ voucher: { number, amount, createdAt, used }, onCheckAnother }: CheckedVoucherProps) {
  const { locale } = useLocale();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid justify-items-start gap-2">
        <Badge colour={used ? 'yellow' : 'green'}>{used ? <Trans>Đã dùng</Trans> : <Trans>Chưa dùng</Trans>}</Badge>
        <h2 className="text-balance font-semibold text-title outline-none" ref={heading} tabIndex={-1}>
          {used ? <Trans>Voucher này đã được dùng</Trans> : <Trans>Voucher này chưa được dùng</Trans>}
        </h2>
      </div>
      <dl className="grid grid-cols-1 gap-2">
        <OrderRow name={<Trans>Số voucher</Trans>}>{number}</OrderRow>
        <OrderRow name={<Trans>Mệnh giá</Trans>}>{formatAmount('e-voucher', amount, locale)}</OrderRow>
        <OrderRow name={<Trans>Phát hành</Trans>}>
          <Moment at={createdAt} />
        </OrderRow>
        {used && (
          <>
            <OrderRow name={<Trans>Dùng lúc</Trans>}>
              <Moment at={used.at} />
            </OrderRow>
            {used.account && (
              <OrderRow name={<Trans>Vào tài khoản</Trans>}>
                <span className="break-all">{used.account}</span>
              </OrderRow>
            )}
          </>
        )}
      </dl>
      <Button className="justify-self-start" look="secondary" onClick={onCheckAnother}>
        <Trans>Kiểm tra voucher khác</Trans>
      </Button>
    </Card>
  );
}

/** A moment in GMT, as the issuer has it, and in Vietnam. */
function Moment({ at }: { readonly at: Date }) {
  const { locale } = useLocale();
  const [time, date] = [formatTimeInVietnam(at), formatDayInVietnam(at, locale)];
  return (
    <time className="text-small" dateTime={at.toISOString()}>
      {gmtText(at)}
      <span className="block font-normal text-muted">
        <Trans>
          {time} {date}, giờ Việt Nam
        </Trans>
      </span>
    </time>
  );
}
