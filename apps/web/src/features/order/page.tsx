import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { Notice } from '@quydoi/ui/notice';
import { useDeferredValue, useEffect } from 'react';
import { refusalText } from '../../lib/error-text.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { orderPath } from '../../lib/order-paths.ts';
import type { PageProps } from '../../routes.tsx';
import { noteOrderLeft } from '../account/left-order.ts';
import { NOTICE_BAR, useIsOnline } from '../shell/site-notices.tsx';
import { OrderSkeleton } from './components/order-skeleton.tsx';
import { OrderBody } from './order-body.tsx';
import { useOrder } from './use-order.ts';

/** Order page: loads and follows an order. */
export function Page({ params }: PageProps) {
  const ref = (params.ref ?? '').toUpperCase();
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const orderState = useOrder(ref);
  const { order, failure } = orderState;
  const refused = refusalText(i18n, locale, failure);
  // A refusal after loading is shown in the order.
  const hasFailureToShow = failure !== null && (!order || refused === null);
  // A deferred value renders the loaded order in slices, between which a slow phone can scroll.
  const hasArrived = useDeferredValue(order !== undefined);
  const isOnline = useIsOnline();
  useEffect(() => () => noteOrderLeft(orderPath(ref), location.pathname), [ref]);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className={NOTICE_BAR} role="status">
        {/* Hidden while offline: `OfflineNotice` takes this place. */}
        {isOnline && hasFailureToShow && (
          <Notice className="rounded-none text-small" look="warn">
            {order ? (
              <Trans>Mất kết nối, đang thử lại. Đơn vẫn được xử lý bình thường.</Trans>
            ) : (
              (refused ?? <Trans>Chưa tải được đơn hàng, đang thử lại.</Trans>)
            )}
          </Notice>
        )}
      </div>
      {/* Kept outside the branches below, so that the heading keeps the focus when the order has loaded. */}
      <h1 className="flex flex-wrap items-baseline gap-x-2 font-semibold text-title">
        <Trans>
          Đơn hàng <span className="wrap-anywhere tracking-wide">{ref}</span>
        </Trans>
      </h1>
      {order && hasArrived ? <OrderBody {...orderState} key={order.ref} order={order} /> : <OrderSkeleton />}
    </div>
  );
}
