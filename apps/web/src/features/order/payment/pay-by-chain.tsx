import { Trans, useLingui } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { Badge } from '@quydoi/ui/badge';
import { CopyRow } from '@quydoi/ui/copy';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { Notice } from '@quydoi/ui/notice';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { networkLabel, shortNetworkLabel } from '../../../lib/network-label.ts';
import { AccountText } from '../components/account-text.tsx';
import { LazyQr } from './lazy-qr.tsx';
import type { PayProps } from './payment-instructions.tsx';

/** Instructions for an on-chain transfer to the order's own address, without a memo. */
export function PayByChain({ order, instructions }: PayProps) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { account, qr } = instructions;
  const { unit } = CURRENCIES[order.from];
  const network = networkLabel(order.from);
  const amount = formatAmount(order.from, instructions.amount, locale);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-4 md:grid-cols-[auto_minmax(0,1fr)] md:items-start">
        {qr && (
          <LazyQr
            badge={
              <Badge colour="blue">
                <CurrencyMark className="size-5" code={order.from} />
                {shortNetworkLabel(order.from)}
              </Badge>
            }
            instructions={instructions}
            order={order}
            value={qr}
          />
        )}
        <div className="grid grid-cols-1 content-start gap-1">
          <CopyRow
            copied={t`Đã sao chép`}
            label={t`Sao chép địa chỉ`}
            name={t`Địa chỉ`}
            shown={<AccountText account={account} code={order.from} />}
            value={account}
          />
          <p className="text-muted">
            {qr === account ? (
              <Trans>Mở ví, chọn gửi {unit}, quét mã hoặc dán địa chỉ, rồi nhập đúng số tiền.</Trans>
            ) : (
              <Trans>Mở ví, chọn gửi {unit}, quét mã hoặc dán địa chỉ.</Trans>
            )}
          </p>
        </div>
      </div>
      <Notice look="warn">
        {/* A line of its own: beside it, the rest would move when the web font comes. */}
        <b className="block">
          <Trans>
            Chỉ gửi {unit} trên mạng {network}.
          </Trans>
        </b>
        <Trans>Gửi qua mạng khác hoặc gửi loại tiền khác có thể mất tiền.</Trans>
      </Notice>
      <ul className="grid list-disc gap-1 pl-5 text-small text-muted">
        <li>
          <Trans>Số tiền chúng tôi nhận được phải đúng {amount}. Khi rút từ sàn, hãy cộng thêm phí rút của sàn.</Trans>
        </li>
        <li>
          <Trans>Không cần ghi nội dung. Địa chỉ này chỉ dùng cho đơn này.</Trans>
        </li>
      </ul>
    </div>
  );
}
