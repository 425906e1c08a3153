import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { ORDER_STATUSES } from '@quydoi/domain/order-status';
import { Badge } from '@quydoi/ui/badge';
import { Spinner } from '@quydoi/ui/spinner';
import { CircleCheck } from 'lucide-react';
import { sharedById } from '../../../lib/shared-text.ts';
import type { OrderPresentation } from './order-presentation.ts';

/** Kind of the order, and the badge of its status. */
export function OrderHeader({ order, presentation }: { readonly order: OrderView; readonly presentation: OrderPresentation }) {
  const { i18n } = useLingui();
  const { final } = ORDER_STATUSES[order.status];
  const isDone = order.status === 'delivered';
  // No spinner while the order waits for the customer's decision.
  const isSpinning = !final && (order.status === 'pending' ? !presentation.trouble : presentation.mayClose);
  return (
    <div className="-mt-3 flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
      <p className="grow basis-32 text-muted">
        <OrderKindText order={order} />
      </p>
      <Badge colour={presentation.badge}>
        {isDone ? <CircleCheck aria-hidden="true" className="size-4" /> : isSpinning && <Spinner className="size-4" />}
        {sharedById(i18n, presentation.badgeId, {})}
      </Badge>
    </div>
  );
}

function OrderKindText({ order: { kind, from, to } }: { readonly order: OrderView }) {
  const [source, target] = [CURRENCIES[from].name, CURRENCIES[to].name];
  if (kind === 'buy') return <Trans>Mua {target}</Trans>;
  if (kind === 'sell') return <Trans>Bán {source}</Trans>;
  return (
    <Trans>
      Đổi {source} sang {target}
    </Trans>
  );
}
