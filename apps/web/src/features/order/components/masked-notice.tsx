import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { HIDE_AFTER_FINAL_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import { Notice } from '@quydoi/ui/notice';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { useConfig } from '../../../lib/site-data.ts';
import { supportHref } from './support.tsx';

/** Whether an order has been final for so long that its details are hidden from everyone. */
export function isLongFinal({ finalAt, serverTime }: Pick<OrderView, 'finalAt' | 'serverTime'>): boolean {
  return finalAt !== null && serverTime.getTime() - finalAt.getTime() > HIDE_AFTER_FINAL_HOURS * HOUR_MS;
}

/** Says on top of a masked order that something is hidden, and why: from everyone once the order has long been final, before that from strangers. */
export function MaskedNotice({ order }: { readonly order: OrderView }) {
  const { config } = useConfig();
  const email = config?.site.email ?? '';
  const { ref } = order;
  return (
    <Notice className="text-small">
      {isLongFinal(order) ? (
        <Trans>Đơn đã kết thúc hơn {HIDE_AFTER_FINAL_HOURS} giờ nên tài khoản và ví được che bớt.</Trans>
      ) : (
        <>
          <Trans>Bạn đang xem bản rút gọn: tài khoản và ví được che bớt. Nếu đơn là của bạn, hãy mở bằng đường dẫn đầy đủ của đơn.</Trans>
          <SentenceGap />
          <Trans>
            Trình duyệt đã tạo đơn có sẵn đường dẫn đó: mở trang “Tra cứu đơn” ở đó rồi chọn đơn này. Nếu không còn, hãy{' '}
            <a className="font-semibold underline" href={supportHref(email, ref)}>
              liên hệ hỗ trợ
            </a>{' '}
            và gửi kèm mã đơn {ref}.
          </Trans>
        </>
      )}
    </Notice>
  );
}
