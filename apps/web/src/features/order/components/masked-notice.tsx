import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { HIDE_AFTER_FINAL_HOURS } from '@quydoi/domain/constants';
import { Notice } from '@quydoi/ui/notice';

const HOUR_MS = 3_600_000;

/** Says on top of a masked order that something is hidden, and why: from everyone once the order has long been final, before that from strangers. */
export function MaskedNotice({ order: { finalAt, serverTime } }: { readonly order: OrderView }) {
  const isLongFinal = finalAt !== null && serverTime.getTime() - finalAt.getTime() > HIDE_AFTER_FINAL_HOURS * HOUR_MS;
  return (
    <Notice className="text-small">
      {isLongFinal ? (
        <Trans>Đơn đã kết thúc hơn {HIDE_AFTER_FINAL_HOURS} giờ nên tài khoản và ví được che bớt.</Trans>
      ) : (
        <Trans>Bạn đang xem bản rút gọn: tài khoản và ví được che bớt. Nếu đơn là của bạn, hãy mở bằng đường dẫn đầy đủ của đơn.</Trans>
      )}
    </Notice>
  );
}
