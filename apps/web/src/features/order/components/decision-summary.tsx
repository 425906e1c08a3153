import { useLingui as useMessages } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders';
import { Notice } from '@quydoi/ui/notice';
import { Skeleton } from '@quydoi/ui/skeleton';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { decisionCodeText } from '../refund-text.ts';
import { type Decision, hasDecision } from '../use-decision.ts';
import { OrderRow } from './order-row.tsx';

/** Compares the amounts that each decision yields. */
export function DecisionSummary({ order, decision }: { readonly order: OrderView; readonly decision: Decision }) {
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const { options } = decision;
  if (!hasDecision(order)) return null;
  if (!options) return decision.isLoading ? <Skeleton className="h-[5.25rem]" /> : null;
  const { recalculation, refund, excessRefund, recalculationRefusal } = options;
  const paid = formatAmount(order.from, order.amountPaid, locale);
  return (
    <>
      <dl className="grid grid-cols-1 gap-1.5 rounded-field bg-sunken px-4 py-3">
        {recalculation && (
          <OrderRow name={<Trans>Đổi {paid}, bạn nhận</Trans>}>{formatAmount(order.to, recalculation.amountReceived, locale)}</OrderRow>
        )}
        {excessRefund && (
          <OrderRow name={<Trans>Hoàn phần dư, bạn nhận</Trans>}>
            {formatAmount(order.to, order.amountReceived, locale)} + {formatAmount(order.from, excessRefund.amount, locale)}
          </OrderRow>
        )}
        {refund && <OrderRow name={<Trans>Hoàn lại toàn bộ, bạn nhận</Trans>}>{formatAmount(order.from, refund.amount, locale)}</OrderRow>}
      </dl>
      {recalculationRefusal && (
        <Notice look="warn">
          <Trans>Chưa đổi được theo số đã nhận.</Trans> {decisionCodeText(i18n, locale, recalculationRefusal, true)}
        </Notice>
      )}
    </>
  );
}
