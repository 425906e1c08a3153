import { Trans } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import { Card, CardTitle } from '@quydoi/ui/card';
import type { ReactNode } from 'react';
import { finalityMinutes } from '../../../lib/finality.ts';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { priceHeldMinutes, useConfig } from '../../../lib/site-data.ts';
import type { TradeOption } from '../offer.ts';

type Trade = Pick<TradeOption, 'kind' | 'from' | 'to'>;

/** Title of the steps of a kind of trade. */
export const TITLES: Record<OrderKind, ReactNode> = {
  buy: <Trans>Cách mua</Trans>,
  sell: <Trans>Cách bán</Trans>,
  ex: <Trans>Cách đổi</Trans>,
};

/** First step: what the customer enters in the form. A voucher needs no receiving wallet, because the order's page shows it. */
function entryStep({ kind, to }: Trade): ReactNode {
  if (kind === 'sell') return <Trans>Nhập số lượng và tài khoản ngân hàng nhận tiền; kiểm tra tên chủ tài khoản hiện ra.</Trans>;
  const isVoucher = CURRENCIES[to].isVoucher === true;
  if (kind === 'buy')
    return isVoucher ? (
      <Trans>Nhập số lượng và tài khoản ngân hàng của bạn; voucher không cần ví nhận.</Trans>
    ) : (
      <Trans>Nhập số lượng, ví nhận và tài khoản ngân hàng của bạn.</Trans>
    );
  return isVoucher ? (
    <Trans>Chọn loại tiền gửi, nhập số lượng; voucher không cần ví nhận.</Trans>
  ) : (
    <Trans>Chọn loại tiền gửi và nhận, nhập số lượng và ví nhận.</Trans>
  );
}

/** Second step: how the customer pays. */
export function paymentStep({ kind, from }: Trade): ReactNode {
  if (CURRENCIES[from].isVoucher)
    return (
      <Trans>
        Nhập số voucher và mã kích hoạt trên trang đơn hàng. Giá được giữ <HeldMinutes /> phút.
      </Trans>
    );
  return kind === 'buy' ? (
    <Trans>
      Mở ứng dụng ngân hàng, quét mã VietQR và chuyển đúng số tiền. Giá được giữ <HeldMinutes /> phút.
    </Trans>
  ) : (
    <Trans>
      Chuyển đúng số tiền theo hướng dẫn trên trang đơn hàng, ghi đúng nội dung nếu có. Giá được giữ <HeldMinutes /> phút.
    </Trans>
  );
}

function arrivalStep({ kind, from, to }: Trade): ReactNode {
  if (CURRENCIES[to].isVoucher)
    return <Trans>Hệ thống tự ghi nhận khoản chuyển; số voucher và mã kích hoạt hiện trên trang đơn hàng, thường trong vài giây.</Trans>;
  const isFromVoucher = CURRENCIES[from].isVoucher === true;
  if (kind === 'sell')
    return isFromVoucher ? (
      <Trans>Hệ thống tự kiểm tra voucher với nhà phát hành và chuyển nhanh 24/7 vào tài khoản của bạn.</Trans>
    ) : (
      <Trans>Hệ thống tự ghi nhận khoản chuyển và chuyển nhanh 24/7 vào tài khoản của bạn.</Trans>
    );
  if (isFromVoucher) return <Trans>Hệ thống tự kiểm tra voucher với nhà phát hành và gửi tiền vào ví của bạn.</Trans>;
  return <Trans>Hệ thống tự ghi nhận khoản chuyển và gửi tiền vào ví của bạn.</Trans>;
}

/** How long the networks on both sides need for their confirmations; nothing where it takes seconds. */
export function Confirmations({ from, to }: Trade) {
  const minutes = finalityMinutes(from) + finalityMinutes(to);
  return minutes > 0 && <Trans>Mạng xác nhận trong khoảng {minutes} phút.</Trans>;
}

function HeldMinutes() {
  return priceHeldMinutes(useConfig().config);
}

/** Step-by-step guide and advice for a trade. */
export function TradeNotes({ offer }: { readonly offer: Trade }) {
  const { kind } = offer;
  return (
    <Card className="grid gap-4">
      <CardTitle>{TITLES[kind]}</CardTitle>
      <ol className="grid list-decimal gap-2 pl-5 marker:font-semibold marker:text-brand">
        <li>{entryStep(offer)}</li>
        <li>{paymentStep(offer)}</li>
        <li>
          {arrivalStep(offer)}
          <SentenceGap />
          <Confirmations {...offer} />
        </li>
      </ol>
      <ul className="grid list-disc gap-2 border-line border-t pt-4 pl-5 text-small text-muted">
        {kind === 'buy' && (
          <li>
            <Trans>Giữ nguyên nội dung chuyển khoản: đó là mã đơn của bạn.</Trans>
          </li>
        )}
        <li>
          <Trans>Xử lý tự động: bạn có thể đóng trình duyệt sau khi chuyển.</Trans>
        </li>
        <li>
          <Trans>Không chia sẻ đường dẫn đơn hàng với người khác.</Trans>
        </li>
        <li>
          <Trans>Muốn sửa đơn, hãy tạo đơn mới; đơn cũ chưa thanh toán sẽ tự hủy.</Trans>
        </li>
        <li>
          <Trans>Giao dịch đã hoàn tất không thể đảo ngược. Kiểm tra kỹ tài khoản hoặc ví nhận trước khi chuyển.</Trans>
        </li>
      </ul>
    </Card>
  );
}
