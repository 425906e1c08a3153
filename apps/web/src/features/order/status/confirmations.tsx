import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderView, SeenPaymentView } from '@quydoi/contract/orders/order-view';
import { CopyButton } from '@quydoi/ui/copy';
import { formatAmount, maskMiddle } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { timeOfDay } from '../order-time.ts';
import { confirmationsOf, expectedAt } from './order-presentation.ts';

interface ConfirmationsProps {
  readonly order: OrderView;
  readonly seen: SeenPaymentView;
  readonly nowMs: number;
}

/** Unconfirmed payment with a progress bar of its confirmations and the time at which it is expected to be final. */
export function Confirmations({ order, seen, nowMs }: ConfirmationsProps) {
  const { t, i18n } = useLingui();
  const { locale } = useLocale();
  const amount = formatAmount(order.from, seen.amount, locale);
  const expected = expectedAt(seen);
  const time = timeOfDay(i18n, expected);
  const share = seen.needed > 0 ? confirmationsOf(seen, nowMs) / seen.needed : 1;
  return (
    <div className="grid gap-2">
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className="h-full origin-left rounded-full bg-brand" style={{ transform: `scaleX(${share})` }} />
      </div>
      {seen.needed > 0 && (
        <p className="font-semibold">
          {nowMs < expected.getTime() ? (
            <Trans>Dự kiến xong lúc {time}.</Trans>
          ) : (
            <Trans>Mạng xác nhận chậm hơn thường lệ; bạn không cần làm gì thêm.</Trans>
          )}
        </p>
      )}
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
