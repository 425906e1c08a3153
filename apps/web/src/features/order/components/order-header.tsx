import { Trans, useLingui } from '@lingui/react/macro';
import { CopyButton } from '@quydoi/ui/copy';
import { useEffect, useState } from 'react';

/** The order's reference and its link, each to copy. The link carries the key: whoever has it sees everything. */
export function OrderHeader({ refText, orderKey }: { readonly refText: string; readonly orderKey: string | null }) {
  const { t } = useLingui();
  const [origin, setOrigin] = useState('');
  useEffect(() => setOrigin(location.origin), []);
  const link = `${origin}/order/${refText}${orderKey === null ? '' : `#k=${orderKey}`}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <h1 className="flex flex-wrap items-baseline gap-x-2 text-title font-semibold">
        <Trans>
          Đơn hàng <span className="tracking-wide">{refText}</span>
        </Trans>
      </h1>
      <div className="-mx-3 flex flex-wrap print:hidden">
        <CopyButton copied={t`Đã sao chép`} label={t`Sao chép mã đơn`} value={refText}>
          <Trans>Mã đơn</Trans>
        </CopyButton>
        <CopyButton copied={t`Đã sao chép`} label={t`Sao chép đường dẫn đơn hàng`} value={link}>
          <Trans>Đường dẫn</Trans>
        </CopyButton>
      </div>
    </div>
  );
}
