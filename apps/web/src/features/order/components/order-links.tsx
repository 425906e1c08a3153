import { Trans, useLingui } from '@lingui/react/macro';
import { CopyButton } from '@quydoi/ui/copy';
import { orderLink } from '../../../lib/order-paths.ts';

/** Buttons to copy the order's reference and link. The link contains the order key, which grants full access. */
export function OrderLinks({ refText, orderKey }: { readonly refText: string; readonly orderKey: string | null }) {
  const { t } = useLingui();
  return (
    <div className="-ml-3 flex flex-wrap gap-x-2 print:hidden">
      <CopyButton copied={t`Đã sao chép`} label={t`Sao chép mã đơn`} value={refText}>
        <Trans>Mã đơn</Trans>
      </CopyButton>
      <CopyButton copied={t`Đã sao chép`} label={t`Sao chép đường dẫn đơn hàng`} value={orderLink(refText, orderKey)}>
        <Trans>Đường dẫn</Trans>
      </CopyButton>
    </div>
  );
}
