import { useLingui as useMessages } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import type { DecisionView, OrderView } from '@quydoi/contract/orders';
import { COUNTDOWN_TICK_MS, RECALCULATION_TTL_SECONDS } from '@quydoi/domain/constants';
import { Button } from '@quydoi/ui/button';
import { Countdown } from '@quydoi/ui/countdown';
import { Dialog } from '@quydoi/ui/dialog';
import { Notice } from '@quydoi/ui/notice';
import { Skeleton } from '@quydoi/ui/skeleton';
import { useEffect, useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { rateText } from '../rate-text.ts';
import { decisionCodeText, decisionErrorText } from '../refund-text.ts';
import type { Decision } from '../use-decision.ts';
import { type OrderAct, useServerNow } from '../use-order.ts';
import { OrderRow } from './order-row.tsx';

/** From here on the offer's clock warns, in seconds. */
const DANGER_SECONDS = 30;

type Offer = NonNullable<DecisionView['recalculation']>;

interface RecalculationDialogProps {
  readonly order: OrderView;
  readonly decision: Decision;
  readonly act: OrderAct;
  readonly clockSkewMs: number;
  readonly onClose: () => void;
}

/**
 * The order's new terms for what arrived, to be agreed to. The offer that is shown stays until it is over or refused: nothing changes under
 * the finger of somebody who is about to agree.
 */
export function RecalculationDialog({ order, decision, act, clockSkewMs, onClose }: RecalculationDialogProps) {
  const { t } = useLingui();
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const now = useServerNow(clockSkewMs, COUNTDOWN_TICK_MS, true);
  const { offer, renew } = usePinnedOffer(decision, act);
  const leftSeconds = offer ? (offer.expiresAt.getTime() - now) / 1000 : 0;
  const isOver = offer !== null && leftSeconds <= 0;
  const isMine = act.variables?.action === 'acceptRecalculation';
  const refusedCode = decision.offered?.recalculation === null ? decision.offered.recalculationRefusal : null;
  const received = formatAmount(order.from, order.amountPaid, locale);
  const gets = offer && formatAmount(order.to, offer.amountReceived, locale);
  const accept = () => offer && act.mutate({ action: 'acceptRecalculation', offer: offer.offer });
  return (
    <Dialog closeLabel={t`Đóng`} onClose={onClose} open title={t`Đổi theo số đã nhận`}>
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-4 overflow-y-auto px-4 pb-4 sm:px-6 sm:pb-6">
        <p>
          <Trans>Chúng tôi đã nhận {received}. Nếu bạn đồng ý, đơn được tính lại như sau:</Trans>
        </p>
        {offer ? <OfferTerms offer={offer} order={order} /> : <Skeleton className="h-40" />}
        {offer && !isOver && (
          <Countdown
            dangerBelowSeconds={DANGER_SECONDS}
            label={t`Giá này được giữ trong`}
            leftSeconds={leftSeconds}
            totalSeconds={Math.max(RECALCULATION_TTL_SECONDS, leftSeconds)}
          />
        )}
        {isOver && (
          <Notice look="warn" role="status">
            <Trans>Giá này đã hết hạn giữ. Hãy lấy giá mới rồi xác nhận.</Trans>
          </Notice>
        )}
        {isMine && act.error && (
          <Notice look={refusalOf(act.error)?.code === 'RATE_CHANGED' ? 'warn' : 'danger'} role="alert">
            {decisionErrorText(i18n, locale, act.error)}
          </Notice>
        )}
        {refusedCode && (
          <Notice look="warn" role="status">
            {decisionCodeText(i18n, locale, refusedCode, true)}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          {isOver ? (
            <Button onClick={renew}>
              <Trans>Lấy giá mới</Trans>
            </Button>
          ) : (
            <Button aria-disabled={!offer} busy={act.isPending && isMine} onClick={accept}>
              {gets ? <Trans>Đồng ý, nhận {gets}</Trans> : <Trans>Đồng ý</Trans>}
            </Button>
          )}
          <Button look="secondary" onClick={onClose}>
            <Trans>Để sau</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The offer of the moment the dialog opened, until another is asked for or the server refuses it. */
function usePinnedOffer(decision: Decision, act: OrderAct): { readonly offer: Offer | null; readonly renew: () => void } {
  const [pinned, setPinned] = useState<Offer | null>(null);
  const current = decision.offered?.recalculation ?? null;
  useEffect(() => {
    if (pinned === null && current) setPinned(current);
  }, [pinned, current]);
  const renew = async () => setPinned((await decision.refresh())?.recalculation ?? null);
  const isRefused = refusalOf(act.error)?.code === 'RATE_CHANGED';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refusal, however often the page is drawn
  useEffect(() => {
    if (isRefused) void renew();
  }, [isRefused, act.submittedAt]);
  return { offer: pinned, renew };
}

function OfferTerms({ offer, order }: { readonly offer: Offer; readonly order: OrderView }) {
  const { locale } = useLocale();
  const fee = order.kind === 'sell' ? formatAmount('vnd', offer.cashFee, locale) : formatAmount(order.to, offer.feeExchange, locale);
  return (
    <dl className="grid grid-cols-1 gap-2 rounded-field bg-sunken px-4 py-3">
      <OrderRow name={<Trans>Bạn gửi</Trans>}>{formatAmount(order.from, offer.amountSent, locale)}</OrderRow>
      <OrderRow name={<Trans>Tỷ giá</Trans>}>{rateText(order, offer.rate, locale)}</OrderRow>
      <OrderRow name={<Trans>Phí</Trans>}>{fee}</OrderRow>
      <OrderRow name={<Trans>Đơn ban đầu</Trans>}>{formatAmount(order.to, order.amountReceived, locale)}</OrderRow>
      <OrderRow name={<Trans>Bạn nhận</Trans>}>
        <span className="text-title">{formatAmount(order.to, offer.amountReceived, locale)}</span>
      </OrderRow>
    </dl>
  );
}
