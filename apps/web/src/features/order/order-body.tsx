import { useLingui } from '@lingui/react';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { COUNTDOWN_TICK_MS } from '@quydoi/domain/constants';
import { networkOf } from '@quydoi/domain/currencies';
import { Card } from '@quydoi/ui/card';
import { Skeleton } from '@quydoi/ui/skeleton';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { releaseFailedLoads } from '../../lib/load-once.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { sharedById } from '../../lib/shared-text.ts';
import { useConfig } from '../../lib/site-data.ts';
import { laterPart } from '../shell/later-part.tsx';
import { AlertSwitch } from './alert/alert-switch.tsx';
import { mayBringNews } from './alert/order-alert.ts';
import { useOrderAlert } from './alert/use-order-alert.ts';
import { useTabTitle } from './alert/use-tab-title.ts';
import { ClaimPart, FoldedClaim } from './claim/claim-part.tsx';
import { claimStateOf, isClaimWaiting, offersClaim, offersCorrection, promptsClaim, type SentClaim, withSentClaim } from './claim/claim-state.ts';
import { ClaimedInstructions } from './claim/claimed-instructions.tsx';
import { rememberClaim, type SentFacts } from './claim/sent-claims.ts';
import { isLongFinal, MaskedNotice } from './components/masked-notice.tsx';
import { OrderDetails } from './components/order-details.tsx';
import { OrderLog } from './components/order-log.tsx';
import { OrderSides } from './components/order-sides.tsx';
import { ReviewForm } from './components/review-form.tsx';
import { Support } from './components/support.tsx';
import { hasDecision, useDecision } from './decision/use-decision.ts';
import { HEADLINE_ID, usePanel } from './decision/use-panel.ts';
import { isPaymentDelayed } from './payment/delayed-notice.tsx';
import { ExpiredInstructions } from './payment/expired-instructions.tsx';
import { OrderClock } from './payment/order-clock.tsx';
import { PaymentInstructions } from './payment/payment-instructions.tsx';
import { RefundCard } from './refund/refund-card.tsx';
import { isFullRefund } from './status/choose-presentation.ts';
import { withoutHastyChoices } from './status/further-payment.ts';
import { headlineValues } from './status/headline-values.ts';
import { OrderHeader } from './status/order-header.tsx';
import { isTakingLong, presentOrder } from './status/order-presentation.ts';
import { OrderProgress } from './status/order-progress.tsx';
import { OrderStatus } from './status/order-status.tsx';
import { useNewsInView } from './status/use-news-in-view.ts';
import { type useOrder, useServerNow } from './use-order.ts';
import { IssuedPart, VoucherPart } from './voucher/voucher-part.tsx';
import { hasIssuedVouchers, isVoucherAwaited } from './voucher/voucher-state.ts';

const PANEL_SKELETON = (
  <Card>
    <Skeleton className="h-96" />
  </Card>
);
const RefundForm = laterPart(async () => (await import('./refund/refund-form.tsx')).RefundForm, PANEL_SKELETON);
const RecalculationDialog = laterPart(async () => (await import('./decision/recalculation-dialog.tsx')).RecalculationDialog, PANEL_SKELETON);

type OrderBodyProps = Omit<ReturnType<typeof useOrder>, 'order' | 'failure'> & { readonly order: OrderView };

/** Classes of the page's parts, which follow one another on a phone. */
const PART = 'grid min-w-0 grid-cols-1 content-start gap-4 lg:gap-6';

/** Clock interval of a page without a countdown, where only the delay notice depends on the time. */
const SLOW_TICK_MS = 20 * COUNTDOWN_TICK_MS;

/** Order page once loaded. From top to bottom on a phone: status with payment instructions, countdown, steps, accounts, log, details, support. */
export function OrderBody({ order: known, orderKey, act }: OrderBodyProps) {
  const [sentClaim, setSentClaim] = useState<SentClaim | null>(null);
  const order = withoutHastyChoices(withSentClaim(known, sentClaim));
  const isTimed = (order.instructions !== null || isVoucherAwaited(order, false)) && (order.status === 'pending' || order.reason === 'underpaid');
  const now = useServerNow(isTimed || order.seen ? COUNTDOWN_TICK_MS : SLOW_TICK_MS, order.finalAt === null);
  const leftSeconds = (order.expiresAt.getTime() - now) / 1000;
  const isTimerOver = leftSeconds <= 0;
  const hasExpiredPrice = isTimerOver && order.status === 'pending';
  const isClaimOffered = offersClaim(order, now);
  const isClaimed = isClaimWaiting(order);
  const noteClaim = ({ paidAt, ...facts }: SentFacts) => {
    const n = claimStateOf(order.events).made + 1;
    setSentClaim({ n, at: new Date(now), paidAt });
    rememberClaim(order.ref, n, facts);
    // The form disappears, far below the headline that now says what happens next.
    document.getElementById(HEADLINE_ID)?.focus();
  };
  const decision = useDecision(order);
  const presentation = presentOrder(order, isTimerOver, decision.options);
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const { config } = useConfig();
  useTabTitle(`${sharedById(i18n, presentation.badgeId, {})} · ${order.ref}`);
  useOrderAlert(order, sharedById(i18n, presentation.headlineId, headlineValues(order, i18n, locale, now)));
  useNewsInView(order);
  const { panel, open, close } = usePanel(order, act);
  usePanelPrefetch(hasDecision(order));
  const { instructions } = order;
  const isAwaitingPayment = order.status === 'pending' && instructions !== null && !isTimerOver && !isClaimed;
  const isClaimAbove = isAwaitingPayment && promptsClaim(order, now);
  return (
    <>
      <OrderHeader order={order} presentation={presentation} tellsAccount />
      {order.masked && <MaskedNotice order={order} />}
      {/* Two columns on a desktop: status, instructions and log on the left, countdown and details on the right. */}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr] lg:gap-6">
        <div className={clsx(PART, 'lg:row-span-2')}>
          <OrderStatus
            act={act}
            decision={decision}
            presentation={presentation}
            claim={isClaimAbove && <FoldedClaim onSent={noteClaim} order={order} />}
            isAwaitingPayment={isAwaitingPayment}
            isDelayed={isPaymentDelayed(order, config)}
            isTakingLong={isTakingLong(order, now)}
            nowMs={now}
            onDecide={open}
            order={order}
            panel={panel}
          />
          {panel === 'acceptRecalculation' && <RecalculationDialog act={act} decision={decision} onClose={close} order={order} />}
          {(panel === 'requestRefund' || panel === 'refundExcess') && (
            <RefundForm act={act} action={panel} decision={decision} onClose={close} order={order} />
          )}
          {order.vouchers && order.finalAt === null && <VoucherPart isTimerOver={isTimerOver} order={order} />}
          {hasIssuedVouchers(order) && <IssuedPart nowMs={now} order={order} orderKey={orderKey} />}
          {order.refund && <RefundCard order={order} refund={order.refund} />}
          {instructions && isClaimed && <ClaimedInstructions instructions={instructions} isTimerOver={isTimerOver} order={order} />}
          {instructions && !isTimerOver && !isAwaitingPayment && !isClaimed && panel !== 'requestRefund' && (
            <PaymentInstructions instructions={instructions} leftSeconds={leftSeconds} order={order} />
          )}
          {instructions && hasExpiredPrice && !isClaimed && (
            <ExpiredInstructions instructions={instructions} order={order}>
              {isClaimOffered && <ClaimPart onSent={noteClaim} order={order} />}
            </ExpiredInstructions>
          )}
          {isClaimOffered && !hasExpiredPrice && !isClaimAbove && <FoldedClaim onSent={noteClaim} order={order} />}
          {offersCorrection(order, now) && <FoldedClaim isCorrection key={claimStateOf(order.events).made} onSent={noteClaim} order={order} />}
          {mayBringNews(order) && <AlertSwitch />}
        </div>
        <div className={clsx(PART, 'lg:col-start-2 lg:row-start-1')}>
          {isTimed && !isTimerOver && !isClaimed && (
            <Card>
              <OrderClock
                hasMemo={networkOf(order.from).attribution.by === 'memo'}
                isTransfer={order.vouchers === null}
                leftSeconds={leftSeconds}
                totalSeconds={order.timerSeconds}
              />
            </Card>
          )}
          <OrderProgress
            isFirstReplaced={isClaimed || (order.status === 'cancelled' && presentation.step === 0)}
            isRefunded={order.reason === 'refunded'}
            presentation={presentation}
          />
        </div>
        <div className={clsx(PART, 'lg:row-start-3')}>
          {!isFullRefund(order) && <OrderSides order={order} />}
          {order.actions.includes('review') && (!order.masked || isLongFinal(order)) && <ReviewForm refText={order.ref} />}
          <OrderLog events={order.events} now={new Date(now)} />
        </div>
        <div className={clsx(PART, 'lg:col-start-2 lg:row-span-2 lg:row-start-2')}>
          <OrderDetails order={order} orderKey={orderKey} />
          <Support refText={order.ref} />
        </div>
      </div>
    </>
  );
}

/** Fetches the code of the panels before one is opened. Failures are ignored: opening a panel fetches again. */
function usePanelPrefetch(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    for (const panel of [RefundForm, RecalculationDialog]) panel.load().catch(releaseFailedLoads);
  }, [isNeeded]);
}
