import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { CURRENCIES, needsHolderName } from '@quydoi/domain/currencies';
import { ORDER_STATUSES } from '@quydoi/domain/order-status';
import { Badge } from '@quydoi/ui/badge';
import { Spinner } from '@quydoi/ui/spinner';
import { CircleCheck } from 'lucide-react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { sharedById } from '../../../lib/shared-text.ts';
import { DestinationAccount } from '../components/destination-account.tsx';
import type { OrderPresentation } from './order-presentation.ts';

/** Step from which the amount that the customer gets no longer depends on the payment. */
const PAYOUT_STEP = 2;

interface OrderHeaderProps {
  readonly order: OrderView;
  readonly presentation: OrderPresentation;
  /** Whether to tell where the money goes: the server writes nobody's account into a page. */
  readonly tellsAccount?: boolean;
}

/** Kind of the order with what the customer gets, where that is settled; the badge of its status. */
export function OrderHeader({ order, presentation, tellsAccount = false }: OrderHeaderProps) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const { final } = ORDER_STATUSES[order.status];
  const isDone = order.status === 'delivered';
  const isSettled = isDone || (!final && (!presentation.trouble || presentation.step === PAYOUT_STEP));
  const amount = formatAmount(order.to, order.amountReceived, locale);
  // No spinner while the order waits for the customer's decision.
  const isSpinning = !final && (order.status === 'pending' ? !presentation.trouble : presentation.mayClose);
  return (
    <div className="-mt-3 flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
      <p className="grow basis-32 text-muted">
        <OrderKindText order={order} />
        {isSettled && (
          <>
            <span className="max-sm:hidden"> · </span>
            <span className="max-sm:block">
              <Trans>Bạn nhận {amount}</Trans>
            </span>
          </>
        )}
      </p>
      <Badge colour={presentation.badge}>
        {isDone ? <CircleCheck aria-hidden="true" className="size-4" /> : isSpinning && <Spinner className="size-4" />}
        {sharedById(i18n, presentation.badgeId, {})}
      </Badge>
      {tellsAccount && isSettled && !isDone && !order.toBalance && !CURRENCIES[order.to].isVoucher && <Destination order={order} />}
    </div>
  );
}

/** Where the money goes, before the customer pays: bank and account with the holder below, or the ends of a wallet's address, which stands below in full. */
function Destination({ order }: { readonly order: OrderView }) {
  return (
    <div className="-mt-1 basis-full text-small leading-tight" data-destination="">
      <span className="text-muted">
        <Trans>Nhận vào:</Trans>
      </span>{' '}
      <span className="wrap-anywhere font-semibold">
        <DestinationAccount order={order} />
      </span>
      {/* As high while only the order's key would tell the name. */}
      {needsHolderName(order.to) && <span className="block min-h-[1lh] wrap-anywhere font-semibold uppercase">{order.destinationName}</span>}
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
