import { useLingui as useMessages } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { UNDECIDED_HOURS } from '@quydoi/domain/constants';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { Notice } from '@quydoi/ui/notice';
import { Skeleton } from '@quydoi/ui/skeleton';
import type { ReactNode } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { useConfig } from '../../../lib/site-data.ts';
import { isClaimWaiting } from '../claim/claim-state.ts';
import { feeOf } from '../fee-of.ts';
import { refundTerms } from '../refund/refund-check.ts';
import { decisionCodeText } from '../refund/refund-text.ts';
import { type Decision, hasDecision } from './use-decision.ts';

interface DecisionSummaryProps {
  readonly order: OrderView;
  readonly decision: Decision;
  /** Whether the order's own price has expired. Until then that is the one time limit on the page. */
  readonly isTimerOver: boolean;
}

/** Compares the amounts that each decision yields. */
export function DecisionSummary({ order, decision, isTimerOver }: DecisionSummaryProps) {
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const { config } = useConfig();
  const { options } = decision;
  if (!hasDecision(order)) return null;
  const canTopUp = order.actions.includes('topUp') && !isClaimWaiting(order);
  // As high as what follows: three rows, or two.
  if (!options) return decision.isLoading ? <Skeleton className={canTopUp ? 'h-50' : 'h-40'} /> : null;
  const { recalculation, recalculationRefusal } = options;
  // A refund's bank is the payer's own until another one is chosen.
  const bank = order.from === 'vnd' ? config?.banks.find(({ code }) => code === order.senderBank) : undefined;
  const [refund, excessRefund] = [refundTerms(options, 'requestRefund', bank), refundTerms(options, 'refundExcess', bank)];
  const paid = formatAmount(order.from, order.amountPaid, locale);
  const rest = formatAmount(order.from, order.amountSent - order.amountPaid, locale);
  return (
    <>
      <dl className="grid grid-cols-1 gap-1.5 rounded-field bg-sunken px-4 py-3">
        {canTopUp && (
          <Outcome fee={<Fee {...feeOf(order)} />} name={<Trans>Chuyển thêm {rest}, bạn nhận</Trans>}>
            {formatAmount(order.to, order.amountReceived, locale)}
          </Outcome>
        )}
        {recalculation && (
          <Outcome fee={<Fee {...feeOf({ ...order, ...recalculation })} />} name={<Trans>Đổi {paid}, bạn nhận</Trans>}>
            {formatAmount(order.to, recalculation.amountReceived, locale)}
          </Outcome>
        )}
        {excessRefund && (
          <Outcome fee={<RefundFee amount={excessRefund.fee} code={order.from} />} name={<Trans>Hoàn phần dư, bạn nhận</Trans>}>
            {formatAmount(order.to, order.amountReceived, locale)} + {formatAmount(order.from, excessRefund.amount, locale)}
          </Outcome>
        )}
        {refund && (
          <Outcome fee={<RefundFee amount={refund.fee} code={order.from} />} name={<Trans>Hoàn lại toàn bộ, bạn nhận</Trans>}>
            {formatAmount(order.from, refund.amount, locale)}
          </Outcome>
        )}
      </dl>
      <p className="text-muted text-small">
        <Trans>Tiền được giữ cho đến khi bạn chọn.</Trans>
        <SentenceGap />
        {isTimerOver ? (
          <Trans>Nếu sau {UNDECIDED_HOURS} giờ bạn vẫn chưa chọn, nhân viên sẽ xem lại đơn này.</Trans>
        ) : (
          <Trans>Hết giờ giữ giá, bạn vẫn đổi được theo giá lúc đó, hoặc nhận lại tiền.</Trans>
        )}
      </p>
      {recalculationRefusal && (
        <Notice look="warn">
          <Trans>Hiện chưa đổi được số tiền đã nhận.</Trans>
          <SentenceGap />
          {decisionCodeText(i18n, locale, recalculationRefusal, true)}
        </Notice>
      )}
    </>
  );
}

/** Row of a decision: its name, and beside it, where there is room, the amount that it yields above its fee. */
function Outcome({ name, fee, children }: { readonly name: ReactNode; readonly fee: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <dt className="min-w-0 grow basis-24 text-balance text-muted text-small">{name}</dt>
      <dd className="ml-auto text-right">
        <span className="block font-semibold">{children}</span>
        <span className="block text-muted text-small">{fee}</span>
      </dd>
    </div>
  );
}

/** Fee that an amount has been reduced by. */
function Fee({ code, amount }: { readonly code: CurrencyCode; readonly amount: bigint }) {
  const { locale } = useLocale();
  const fee = formatAmount(code, amount, locale);
  return amount > 0n ? <Trans>đã trừ phí {fee}</Trans> : <Trans>không mất phí</Trans>;
}

/** Fee of a refund. */
function RefundFee({ code, amount }: { readonly code: CurrencyCode; readonly amount: bigint }) {
  const { locale } = useLocale();
  const fee = formatAmount(code, amount, locale);
  return amount > 0n ? <Trans>đã trừ phí hoàn {fee}</Trans> : <Trans>hoàn không mất phí</Trans>;
}
