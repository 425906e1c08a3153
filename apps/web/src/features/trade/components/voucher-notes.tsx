import { Trans } from '@lingui/react/macro';
import { Notice } from '@quydoi/ui/notice';
import type { Offer } from '../offer.ts';

/** An e-voucher comes and goes by its codes, on the order's page. */
export function VoucherNotes({ offer }: { readonly offer: Offer }) {
  if (offer.from !== 'e-voucher' && offer.to !== 'e-voucher') return null;
  return (
    <Notice>
      {offer.from === 'e-voucher' ? (
        <Trans>Bạn nhập số voucher và mã kích hoạt trên trang đơn hàng ở bước sau.</Trans>
      ) : (
        <Trans>Mã voucher hiện trên trang đơn hàng ngay sau khi chúng tôi nhận được tiền.</Trans>
      )}
    </Notice>
  );
}
