import { Trans, useLingui } from '@lingui/react/macro';
import type { SiteView } from '@quydoi/contract/config';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { CURRENCIES, networkOf } from '@quydoi/domain/currencies';
import { Qr } from '@quydoi/ui/qr';
import type { ReactNode } from 'react';
import { bankNameOf } from '../../../lib/bank-name.ts';
import { formatDateTimeInVietnam } from '../../../lib/dates.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { rateText } from '../../../lib/rate-text.ts';
import { useConfig } from '../../../lib/site-data.ts';
import { AccountText } from '../components/account-text.tsx';
import { FeeText } from '../components/fee-text.tsx';
import { OrderRow } from '../components/order-row.tsx';
import type { ReceiptFacts, ReceiptSide } from './receipt-facts.ts';

interface ReceiptProps {
  readonly order: OrderView;
  readonly receipt: ReceiptFacts;
  readonly site: SiteView;
}

/** A receipt: issuer, date, both sides, price and fee, references, and a QR code to check it. */
export function Receipt({ order, receipt, site }: ReceiptProps) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { kind, at, received, sent, fee, discount, reference, explorerUrl, excess } = receipt;
  const { ref } = order;
  const { title: issuer } = site;
  const time = formatDateTimeInVietnam(at, locale);
  const origin = `https://${site.domain}/`;
  const path = `order/${ref}`;
  const link = `${origin}${path}`;
  const explorer = networkOf(sent.code).explorer?.name;
  return (
    <article className="grid grid-cols-1 gap-5 rounded-card border border-line bg-surface p-4 sm:p-8 print:border-0 print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line border-b pb-4">
        <div className="min-w-0">
          <h1 className="font-semibold text-title">
            <Trans>Biên nhận giao dịch</Trans>
          </h1>
          <p className="wrap-anywhere font-semibold tracking-wide">{ref}</p>
          <p className="text-muted">
            <Trans>{time} (giờ Việt Nam)</Trans>
          </p>
        </div>
        <div className="min-w-0 sm:text-right">
          <p className="font-semibold">{issuer}</p>
          <p className="break-all text-muted text-small">{site.domain}</p>
          <p className="break-all text-muted text-small">{site.email}</p>
        </div>
      </header>
      <p className="font-semibold text-ok">
        {kind === 'delivered' ? <Trans>Giao dịch đã hoàn tất</Trans> : <Trans>Giao dịch đã được hoàn tiền</Trans>}
      </p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 print:grid-cols-2">
        <Side side={received} title={<Trans>{issuer} đã nhận</Trans>} />
        <Side side={sent} title={kind === 'delivered' ? <Trans>{issuer} đã chuyển</Trans> : <Trans>{issuer} đã hoàn</Trans>} />
      </div>
      {excess && <Side side={excess} title={<Trans>Phần dư đã hoàn</Trans>} />}
      <div className="grid grid-cols-1 items-end gap-5 sm:grid-cols-[minmax(0,1fr)_auto] print:grid-cols-[minmax(0,1fr)_auto]">
        <dl className="grid grid-cols-1 content-start gap-2 self-start">
          {kind === 'delivered' && <OrderRow name={<Trans>Tỷ giá</Trans>}>{rateText(order, order.rate, locale)}</OrderRow>}
          <OrderRow name={kind === 'delivered' ? <Trans>Phí</Trans> : <Trans>Phí hoàn tiền</Trans>}>
            {kind === 'delivered' ? <FeeText order={order} /> : formatAmount(fee.code, fee.amount, locale)}
          </OrderRow>
          {discount && <OrderRow name={<Trans>Giảm giá</Trans>}>{formatAmount(discount.code, discount.amount, locale)}</OrderRow>}
          <OrderRow name={<Trans>Tạo lúc</Trans>}>{formatDateTimeInVietnam(order.createdAt, locale)}</OrderRow>
          {reference && (
            <OrderRow name={explorer && explorerUrl ? <Trans>Mã giao dịch trên {explorer}</Trans> : <Trans>Mã giao dịch</Trans>}>
              {explorerUrl ? (
                <a className="break-all text-brand text-small" href={explorerUrl} rel="noreferrer" target="_blank">
                  {reference}
                </a>
              ) : (
                <span className="break-all text-small">{reference}</span>
              )}
            </OrderRow>
          )}
        </dl>
        <div className="grid justify-items-center gap-1 justify-self-center text-center">
          <Qr title={t`Mã QR kiểm tra biên nhận ${ref}`} value={link} />
          <p className="max-w-44 wrap-anywhere text-muted text-small">
            {origin}
            <wbr />
            {path}
          </p>
        </div>
      </div>
      <footer className="grid gap-1 border-line border-t pt-4 text-muted text-small">
        <p>
          <Trans>Quét mã hoặc mở đường dẫn để kiểm tra: trang đơn hàng cho biết trạng thái và số tiền; thông tin cá nhân được che.</Trans>
        </p>
        {order.masked && (
          <p>
            <Trans>Một phần thông tin được che. Mở bằng đường dẫn đầy đủ của đơn để in biên nhận đầy đủ.</Trans>
          </p>
        )}
      </footer>
    </article>
  );
}

function Side({ side, title }: { readonly side: ReceiptSide; readonly title: ReactNode }) {
  const { locale } = useLocale();
  const { config } = useConfig();
  const { code, amount, account, bank, holder } = side;
  const bankName = bankNameOf(config, bank);
  return (
    <section className="grid grid-cols-1 content-start gap-1 rounded-field border border-line px-4 py-3">
      <h2 className="text-muted text-small">{title}</h2>
      <p className="break-words font-semibold text-title">{formatAmount(code, amount, locale)}</p>
      <p className="text-small">{code === 'vnd' ? <Trans>Việt Nam đồng</Trans> : CURRENCIES[code].name}</p>
      {account && !CURRENCIES[code].isVoucher && (
        <p className="break-words">
          {bankName && `${bankName} · `}
          <AccountText account={account} code={code} />
        </p>
      )}
      {holder && <p className="font-semibold text-small uppercase">{holder}</p>}
    </section>
  );
}
