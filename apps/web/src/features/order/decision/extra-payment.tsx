import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { Notice } from '@quydoi/ui/notice';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useConfig } from '../../../lib/site-data.ts';
import { supportHref } from '../components/support.tsx';
import { eventAmount } from '../event-amount.ts';
import { extraPaymentOf } from '../status/order-presentation.ts';

/** Notice of a payment in addition to the order's. Support refunds it and asks for the destination. */
export function ExtraPayment({ order }: { readonly order: OrderView }) {
  const { locale } = useLocale();
  const { config } = useConfig();
  const extra = extraPaymentOf(order);
  if (!extra) return null;
  const amount = eventAmount(extra.params, locale);
  return (
    <Notice look="warn">
      <Trans>
        Đơn này đã nhận thêm {amount}. Tiền của bạn an toàn; hãy{' '}
        <a className="font-semibold underline" href={supportHref(config?.site.email ?? '', order.ref)}>
          liên hệ hỗ trợ
        </a>{' '}
        để nhận lại.
      </Trans>
    </Notice>
  );
}
