import { Trans } from '@lingui/react/macro';
import { ADVISED_PAYMENT_MINUTES } from '@quydoi/domain/constants';
import { Card, CardTitle } from '@quydoi/ui/card';

/** How buying goes, and what to mind. */
export function BuyNotes() {
  return (
    <Card className="grid gap-4">
      <CardTitle>
        <Trans>Cách mua</Trans>
      </CardTitle>
      <ol className="grid list-decimal gap-2 pl-5 marker:font-semibold marker:text-brand">
        <li>
          <Trans>Nhập số lượng, ví nhận và tài khoản ngân hàng của bạn.</Trans>
        </li>
        <li>
          <Trans>Mở ứng dụng ngân hàng, quét mã VietQR và chuyển đúng số tiền trong {ADVISED_PAYMENT_MINUTES} phút.</Trans>
        </li>
        <li>
          <Trans>Chúng tôi tự nhận ra khoản chuyển và gửi tiền vào ví của bạn, thường trong vài giây.</Trans>
        </li>
      </ol>
      <ul className="grid list-disc gap-2 border-line border-t pt-4 pl-5 text-small text-muted">
        <li>
          <Trans>Giữ nguyên nội dung chuyển khoản: đó là mã đơn của bạn.</Trans>
        </li>
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
          <Trans>Giao dịch đã hoàn tất không thể đảo ngược. Kiểm tra kỹ ví nhận trước khi chuyển.</Trans>
        </li>
      </ul>
    </Card>
  );
}
