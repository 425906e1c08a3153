import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { isNetworkCode, NETWORKS } from '@quydoi/domain/networks';
import { Notice } from '@quydoi/ui/notice';
import { Link } from 'wouter';
import { useLocale } from '../../../lib/locale-context.tsx';
import { messagePath } from '../components/support.tsx';
import { eventAmount } from '../event-amount.ts';
import { extraPaymentOf } from '../status/order-presentation.ts';

/** Notice of a payment in addition to the order's, or on another network. Support refunds it and asks for the destination. */
export function ExtraPayment({ order }: { readonly order: OrderView }) {
  const { locale } = useLocale();
  const extra = extraPaymentOf(order);
  if (!extra) return null;
  const amount = eventAmount(extra.params, locale);
  const network = networkNameOf(extra.params.network);
  const href = messagePath(order.ref, amount);
  return (
    <Notice look="warn">
      {network === null ? (
        <Trans>
          Đơn này đã nhận thêm {amount}. Tiền của bạn an toàn; hãy{' '}
          <Link className="font-semibold underline" href={href}>
            liên hệ hỗ trợ
          </Link>{' '}
          để nhận lại.
        </Trans>
      ) : (
        <Trans>
          Đã nhận {amount} trên mạng {network}, không đúng mạng hoặc loại tiền của đơn này. Tiền của bạn an toàn; hãy{' '}
          <Link className="font-semibold underline" href={href}>
            liên hệ hỗ trợ
          </Link>{' '}
          để nhận lại.
        </Trans>
      )}
    </Notice>
  );
}

/** Name of the network that a payment came on by mistake; null for any other payment. */
function networkNameOf(code: string | undefined): string | null {
  return code !== undefined && isNetworkCode(code) ? NETWORKS[code].name : null;
}
