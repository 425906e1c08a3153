import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { CopyButton } from '@quydoi/ui/copy';
import { useEffect, useState } from 'react';

/** Title with the order's kind, and buttons to copy reference and link. The link contains the order key, which grants full access. */
export function OrderHeader({ order, orderKey }: { readonly order: OrderView; readonly orderKey: string | null }) {
  const { t } = useLingui();
  const [origin, setOrigin] = useState('');
  useEffect(() => setOrigin(location.origin), []);
  const { ref } = order;
  const link = `${origin}/order/${ref}${orderKey === null ? '' : `#k=${orderKey}`}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <div>
        <h1 className="flex flex-wrap items-baseline gap-x-2 text-title font-semibold">
          <Trans>
            Đơn hàng <span className="tracking-wide">{ref}</span>
          </Trans>
        </h1>
        <p className="text-muted">
          <OrderKindText order={order} />
        </p>
      </div>
      <div className="-mx-3 flex flex-wrap print:hidden">
        <CopyButton copied={t`Đã sao chép`} label={t`Sao chép mã đơn`} value={ref}>
          <Trans>Mã đơn</Trans>
        </CopyButton>
        <CopyButton copied={t`Đã sao chép`} label={t`Sao chép đường dẫn đơn hàng`} value={link}>
          <Trans>Đường dẫn</Trans>
        </CopyButton>
      </div>
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
