import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderView, SeenPaymentView } from '@quydoi/contract/orders';
import { CopyButton } from '@quydoi/ui/copy';
import { formatAmount, maskMiddle } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { confirmationsOf } from '../order-presentation.ts';

interface ConfirmationsProps {
  readonly order: OrderView;
  readonly seen: SeenPaymentView;
  readonly nowMs: number;
}

/** Unconfirmed payment with a progress bar of its confirmations. */
export function Confirmations({ order, seen, nowMs }: ConfirmationsProps) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const amount = formatAmount(order.from, seen.amount, locale);
  const share = seen.needed > 0 ? confirmationsOf(seen, nowMs) / seen.needed : 1;
  return (
    <div className="grid gap-2">
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className="h-full origin-left rounded-full bg-brand" style={{ transform: `scaleX(${share})` }} />
      </div>
      <p className="flex items-center gap-x-1 text-muted text-small">
        <span className="min-w-0">
          <Trans>
            {amount} · giao dịch {maskMiddle(seen.reference)}
          </Trans>
        </span>
        <CopyButton copied={t`Đã sao chép`} label={t`Sao chép mã giao dịch`} value={seen.reference} />
      </p>
    </div>
  );
}
