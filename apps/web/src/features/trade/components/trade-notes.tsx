import { Trans } from '@lingui/react/macro';
import type { OrderKind } from '@quydoi/domain/order-status';
import { Card, CardTitle } from '@quydoi/ui/card';
import type { ReactNode } from 'react';
import { priceHeldMinutes, useConfig } from '../../../lib/site-data.ts';

const PAY_BY_WALLET = (
  <Trans>
    Chuyển đúng số tiền theo hướng dẫn trên trang đơn hàng, ghi đúng nội dung nếu có. Giá được giữ <HeldMinutes /> phút.
  </Trans>
);

/** Steps of each order kind. */
const STEPS: Record<OrderKind, { readonly title: ReactNode; readonly steps: readonly ReactNode[] }> = {
  buy: {
    title: <Trans>Cách mua</Trans>,
    steps: [
      <Trans key="1">Nhập số lượng, ví nhận và tài khoản ngân hàng của bạn.</Trans>,
      <Trans key="2">
        Mở ứng dụng ngân hàng, quét mã VietQR và chuyển đúng số tiền. Giá được giữ <HeldMinutes /> phút.
      </Trans>,
      <Trans key="3">Hệ thống tự ghi nhận khoản chuyển và gửi tiền vào ví của bạn, thường trong vài giây.</Trans>,
    ],
  },
  sell: {
    title: <Trans>Cách bán</Trans>,
    steps: [
      <Trans key="1">Nhập số lượng và tài khoản ngân hàng nhận tiền; kiểm tra tên chủ tài khoản hiện ra.</Trans>,
      PAY_BY_WALLET,
      <Trans key="3">Hệ thống tự ghi nhận khoản chuyển và chuyển nhanh 24/7 vào tài khoản của bạn.</Trans>,
    ],
  },
  ex: {
    title: <Trans>Cách đổi</Trans>,
    steps: [
      <Trans key="1">Chọn loại tiền gửi và nhận, nhập số lượng và ví nhận.</Trans>,
      PAY_BY_WALLET,
      <Trans key="3">Hệ thống tự ghi nhận khoản chuyển và gửi tiền vào ví của bạn, thường trong vài giây.</Trans>,
    ],
  },
};

function HeldMinutes() {
  return priceHeldMinutes(useConfig().config);
}

/** Step-by-step guide and advice for an order kind. */
export function TradeNotes({ kind }: { readonly kind: OrderKind }) {
  const { title, steps } = STEPS[kind];
  return (
    <Card className="grid gap-4">
      <CardTitle>{title}</CardTitle>
      <ol className="grid list-decimal gap-2 pl-5 marker:font-semibold marker:text-brand">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
          <li key={index}>{step}</li>
        ))}
      </ol>
      <ul className="grid list-disc gap-2 border-line border-t pt-4 pl-5 text-small text-muted">
        {kind === 'buy' && (
          <li>
            <Trans>Giữ nguyên nội dung chuyển khoản: đó là mã đơn của bạn.</Trans>
          </li>
        )}
        <li>
          <Trans>Xử lý tự động 100%: bạn có thể đóng trình duyệt sau khi chuyển.</Trans>
        </li>
        <li>
          <Trans>Không chia sẻ đường dẫn đơn hàng với người khác.</Trans>
        </li>
        <li>
          <Trans>Muốn sửa đơn, hãy tạo đơn mới; đơn cũ chưa thanh toán sẽ tự hủy.</Trans>
        </li>
        <li>
          <Trans>Giao dịch đã hoàn tất không thể đảo ngược. Kiểm tra kỹ nơi nhận trước khi chuyển.</Trans>
        </li>
      </ul>
    </Card>
  );
}
