import { Trans } from '@lingui/react/macro';
import { HIDE_AFTER_FINAL_HOURS } from '@quydoi/domain/constants';
import { Notice } from '@quydoi/ui/notice';

/** Says on top of a masked order that something is hidden, and why. @param hasKey whether this device has the order's key */
export function MaskedNotice({ hasKey }: { readonly hasKey: boolean }) {
  return (
    <Notice className="text-small">
      {hasKey ? (
        <Trans>Đơn đã kết thúc hơn {HIDE_AFTER_FINAL_HOURS} giờ nên tài khoản và ví được che bớt.</Trans>
      ) : (
        <Trans>Bạn đang xem bản rút gọn: tài khoản và ví được che bớt. Nếu đơn là của bạn, hãy mở bằng đường dẫn đầy đủ của đơn.</Trans>
      )}
    </Notice>
  );
}
