import { Trans } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { Notice } from '@quydoi/ui/notice';
import type { TradeOption } from '../offer.ts';

/** Notice that e-voucher codes are entered or shown on the order page. */
export function VoucherNotes({ offer }: { readonly offer: TradeOption }) {
  const { isVoucher: isPaidByVoucher } = CURRENCIES[offer.from];
  if (!isPaidByVoucher && !CURRENCIES[offer.to].isVoucher) return null;
  return (
    <Notice>
      {isPaidByVoucher ? (
        <Trans>Bạn nhập số voucher và mã kích hoạt trên trang đơn hàng ở bước sau.</Trans>
      ) : (
        <Trans>Mã voucher hiện trên trang đơn hàng ngay sau khi chúng tôi nhận được tiền.</Trans>
      )}
    </Notice>
  );
}
