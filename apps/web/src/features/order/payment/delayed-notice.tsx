import { Trans } from '@lingui/react/macro';
import type { ConfigView } from '@quydoi/contract/config';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { networkOf } from '@quydoi/domain/currencies';
import { Notice } from '@quydoi/ui/notice';
import { SentenceGap } from '../../../lib/punctuation.ts';

/** Whether the order's payment would be noticed late now: the provider that it is paid at cannot be read. */
export function isPaymentDelayed(
  { instructions }: Pick<OrderView, 'instructions'>,
  config: Pick<ConfigView, 'delayedNetworks'> | undefined,
): boolean {
  return instructions !== null && config?.delayedNetworks.includes(instructions.network) === true;
}

interface DelayedNoticeProps {
  readonly order: OrderView;
  /** Whether the order still asks for its payment, so that who has not paid is told to wait. */
  readonly isDue: boolean;
}

/** Says that a payment would be noticed late, and that it is not to be sent again. */
export function DelayedNotice({ order, isDue }: DelayedNoticeProps) {
  const name = order.instructions?.bankName ?? networkOf(order.from).name;
  return (
    <Notice look="warn" role="status">
      <Trans>
        {name} đang báo tiền chậm. Nếu bạn đã chuyển, đừng chuyển lại: tiền không mất và sẽ được ghi nhận khi {name} hoạt động lại.
      </Trans>
      <SentenceGap />
      {isDue && <Trans>Nếu chưa chuyển, bạn nên chờ.</Trans>}
    </Notice>
  );
}
