import { useLingui as useMessages } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { ORDER_STATUSES } from '@quydoi/domain/order-status';
import { Card } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useLocale } from '../../../lib/locale-context.tsx';
import { sharedById, sharedText } from '../../../lib/shared-text.ts';
import { ClaimAnswer, ClaimLeft, ClaimWaiting } from '../claim/claim-notices.tsx';
import { claimAnswerOf, isClaimWaiting } from '../claim/claim-state.ts';
import { StaffHours } from '../components/staff-hours.tsx';
import { DecisionSummary } from '../decision/decision-summary.tsx';
import { ExtraPayment } from '../decision/extra-payment.tsx';
import type { Decision } from '../decision/use-decision.ts';
import { HEADLINE_ID, hasPanel, type PanelAction } from '../decision/use-panel.ts';
import { timeOfDay } from '../order-time.ts';
import { DelayedNotice } from '../payment/delayed-notice.tsx';
import { AMOUNT_ROW, AmountToPay, PAY_ID, PayBy, type PayProps, TimeAndCopy } from '../payment/payment-instructions.tsx';
import { decisionErrorText } from '../refund/refund-text.ts';
import type { OrderAct } from '../use-order.ts';
import { BY_STATUS } from './base-presentation.ts';
import { Confirmations } from './confirmations.tsx';
import { hasFurtherPayment } from './further-payment.ts';
import { headlineValues } from './headline-values.ts';
import { OrderButtons } from './order-buttons.tsx';
import { isPayoutSlow, type OrderPresentation, sentenceText } from './order-presentation.ts';

/** Row below the amount: on the card's own edge, and its form without a card of its own. */
const CLAIM_ROW =
  '-my-2 grid min-h-touch grid-cols-1 items-center [&_section]:mb-6 [&_section]:border-0 [&_section]:p-0! [&_section]:shadow-none [&_summary]:-mx-4 [&_summary]:w-fit [&_summary]:text-small';

interface OrderStatusProps {
  readonly order: OrderView;
  /** Whether the order awaits its payment at the price that it holds. */
  readonly isAwaitingPayment: boolean;
  /** Asks whether the payment was made; null while it is too early. */
  readonly claim: ReactNode;
  readonly presentation: OrderPresentation;
  readonly decision: Decision;
  readonly isTakingLong: boolean;
  /** Whether the order's payment would be noticed late. */
  readonly isDelayed: boolean;
  readonly nowMs: number;
  readonly act: OrderAct;
  /** The open decision panel, if any. */
  readonly panel: PanelAction | null;
  readonly onDecide: (action: PanelAction) => void;
}

/** Status of the order: headline, explanation and available actions. */
export function OrderStatus(props: OrderStatusProps) {
  const { order, isAwaitingPayment, claim, presentation, decision, isTakingLong, isDelayed, nowMs, act, panel, onDecide } = props;
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const { final } = ORDER_STATUSES[order.status];
  const lastAt = timeOfDay(i18n, order.events.at(-1)?.at ?? order.createdAt);
  // Where a payout is slow, the promise of seconds is no longer true.
  const told = isPayoutSlow(order, nowMs) ? { ...presentation, sentence: BY_STATUS.retry_scheduled.sentence } : presentation;
  const sentence = sentenceText(i18n, told, order);
  const claimAnswer = claimAnswerOf(order);
  // While the order awaits its payment, the headline is the amount to send, and how to send it stands below.
  const pay: PayProps | null = isAwaitingPayment && order.instructions ? { order, instructions: order.instructions } : null;
  const isForm = panel === 'requestRefund' || panel === 'refundExcess';
  // Errors of a panel's action are shown in the panel. Once an action is no longer permitted, the headline tells how the order went on.
  const failed = act.error === null ? undefined : act.variables?.action;
  const hasError = failed !== undefined && !hasPanel(failed) && order.actions.includes(failed);
  return (
    <Card className="grid grid-cols-1 gap-3 outline-none" {...(pay && { id: PAY_ID, tabIndex: -1 })}>
      <div className={clsx(pay && AMOUNT_ROW)}>
        {/* Announced by screen readers on change, unlike the countdown. */}
        <div aria-atomic="true" aria-live="polite" className="min-w-0">
          <h2
            className={clsx('outline-none', pay ? 'text-muted' : 'text-pretty font-semibold text-title', !order.instructions && 'sm:text-display')}
            id={HEADLINE_ID}
            tabIndex={-1}
          >
            {pay ? <AmountHeadline {...pay} presentation={presentation} /> : <Headline nowMs={nowMs} order={order} presentation={presentation} />}
          </h2>
          {!pay && <p className="mt-1">{sentence}</p>}
        </div>
        {pay && <TimeAndCopy {...pay} leftSeconds={(order.expiresAt.getTime() - nowMs) / 1000} />}
      </div>
      {isClaimWaiting(order) && <ClaimWaiting order={order} />}
      {claimAnswer && <ClaimAnswer answer={claimAnswer} />}
      <ClaimLeft order={order} />
      {isDelayed && <DelayedNotice isDue={nowMs < order.expiresAt.getTime() && !isClaimWaiting(order)} order={order} />}
      {pay && (
        <>
          {presentation.trouble && <Notice look="warn">{sentence}</Notice>}
          {/* As high with either, so that the QR code stays where it is when the question takes the sentence's place. */}
          <div className={CLAIM_ROW}>{claim || <p className="text-muted text-small">{!presentation.trouble && !isDelayed && sentence}</p>}</div>
          <PayBy {...pay} />
        </>
      )}
      {order.seen && <Confirmations nowMs={nowMs} order={order} seen={order.seen} />}
      {/* What offers support waits for staff. */}
      {!final && presentation.buttons.includes('support') && <StaffHours />}
      {presentation.mayClose && !final && (
        <p className="text-small text-muted">
          <Trans>Bạn có thể đóng trang này; đơn vẫn được xử lý.</Trans>
        </p>
      )}
      <ExtraPayment order={order} />
      {isTakingLong && (
        <Notice look="warn">
          <Trans>Xin lỗi đã để bạn chờ lâu. Cập nhật gần nhất lúc {lastAt}.</Trans>
        </Notice>
      )}
      {hasError && (
        <Notice look="danger" role="alert">
          {decisionErrorText(i18n, locale, act.error)}
        </Notice>
      )}
      {!isForm && (
        <>
          <DecisionSummary decision={decision} isTimerOver={nowMs >= order.expiresAt.getTime()} order={order} />
          <OrderButtons act={act} decision={decision} presentation={presentation} isTakingLong={isTakingLong} onDecide={onDecide} order={order} />
        </>
      )}
    </Card>
  );
}

/** Headline of the status. Screen readers get a counting headline without its numbers, which would be announced continuously. */
function Headline({ order, presentation, nowMs }: Pick<OrderStatusProps, 'order' | 'presentation' | 'nowMs'>) {
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const shown = sharedById(i18n, presentation.headlineId, headlineValues(order, i18n, locale, nowMs));
  if (!order.seen || hasFurtherPayment(order)) return shown;
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{sharedText(i18n, 'headline', order.status)}</span>
    </>
  );
}

/** Placeholder of the amount in the headline's text. */
const AMOUNT = '{amount}';

/** Headline of an order that awaits its payment: the amount on a line of its own, as large as the page's largest text. */
function AmountHeadline({ presentation, ...pay }: PayProps & Pick<OrderStatusProps, 'presentation'>) {
  const { i18n } = useMessages();
  const [before = '', after = ''] = sharedById(i18n, presentation.headlineId, { amount: AMOUNT }).split(AMOUNT);
  return (
    <>
      {before} <AmountToPay {...pay} /> {after}
    </>
  );
}
