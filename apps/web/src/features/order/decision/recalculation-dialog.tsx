import { useLingui as useMessages } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import type { MismatchOptionsView } from '@quydoi/contract/orders/mismatch-options';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { COUNTDOWN_TICK_MS, RECALCULATION_TTL_SECONDS } from '@quydoi/domain/constants';
import { CURRENCIES, needsHolderName } from '@quydoi/domain/currencies';
import { Button } from '@quydoi/ui/button';
import { Countdown } from '@quydoi/ui/countdown';
import { Dialog } from '@quydoi/ui/dialog';
import { Notice } from '@quydoi/ui/notice';
import { Skeleton } from '@quydoi/ui/skeleton';
import { useEffect, useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { rateText } from '../../../lib/rate-text.ts';
import { OfflineNotice } from '../../shell/site-notices.tsx';
import { DestinationAccount } from '../components/destination-account.tsx';
import { OrderRow } from '../components/order-row.tsx';
import { feeOf } from '../fee-of.ts';
import { decisionCodeText, decisionErrorText } from '../refund/refund-text.ts';
import { type OrderAct, useServerNow } from '../use-order.ts';
import type { Decision } from './use-decision.ts';

/** Remaining seconds below which the countdown shows a warning. */
const DANGER_SECONDS = 30;

type Recalculation = NonNullable<MismatchOptionsView['recalculation']>;

interface RecalculationDialogProps {
  readonly order: OrderView;
  readonly decision: Decision;
  readonly act: OrderAct;
  readonly onClose: () => void;
}

/**
 * Asks the customer to accept the order's recalculation for the amount received. The displayed terms are pinned until they expire or are
 * rejected, so that they never change just before a click.
 */
export function RecalculationDialog({ order, decision, act, onClose }: RecalculationDialogProps) {
  const { t } = useLingui();
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const now = useServerNow(COUNTDOWN_TICK_MS, true);
  const { recalculation, renew } = usePinnedRecalculation(decision, act);
  const leftSeconds = recalculation ? (recalculation.expiresAt.getTime() - now) / 1000 : 0;
  const isExpired = recalculation !== null && leftSeconds <= 0;
  const isAccept = act.variables?.action === 'acceptRecalculation';
  const isBusy = act.isPending && isAccept;
  const refusedCode = decision.options?.recalculation === null ? decision.options.recalculationRefusal : null;
  const received = formatAmount(order.from, order.amountPaid, locale);
  const gets = recalculation && formatAmount(order.to, recalculation.amountReceived, locale);
  const accept = () => recalculation && act.mutate({ action: 'acceptRecalculation', offer: recalculation.offer });
  return (
    <Dialog closeLabel={t`Đóng`} onClose={onClose} open title={t`Đổi theo số tiền đã nhận`}>
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-4 overflow-y-auto px-4 pb-4 sm:px-6 sm:pb-6">
        <OfflineNotice />
        <p>
          <Trans>Chúng tôi đã nhận {received}. Nếu bạn đồng ý, đơn được tính lại như sau:</Trans>
        </p>
        {recalculation ? <RecalculationTerms order={order} recalculation={recalculation} /> : <Skeleton className="h-40" />}
        {recalculation && !isExpired && (
          <div>
            <Countdown
              dangerBelowSeconds={DANGER_SECONDS}
              label={t`Xác nhận trong`}
              leftSeconds={leftSeconds}
              totalSeconds={Math.max(RECALCULATION_TTL_SECONDS, leftSeconds)}
            />
            <p className="mt-1.5 text-muted text-small">
              <Trans>Không cần vội: hết giờ thì lấy giá mới ngay tại đây, tiền đã nhận vẫn được giữ.</Trans>
            </p>
          </div>
        )}
        {isExpired && (
          <Notice look="warn" role="status">
            <Trans>Thời gian giữ giá đã hết. Hãy lấy giá mới rồi xác nhận.</Trans>
          </Notice>
        )}
        {isAccept && act.error && (
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
          {isExpired ? (
            <Button onClick={renew}>
              <Trans>Lấy giá mới</Trans>
            </Button>
          ) : (
            <Button aria-disabled={!recalculation} busy={isBusy} onClick={accept}>
              {gets ? <Trans>Đồng ý, nhận {gets}</Trans> : <Trans>Đồng ý</Trans>}
            </Button>
          )}
          <Button aria-disabled={isBusy} look="secondary" onClick={isBusy ? undefined : onClose}>
            <Trans>Để sau</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Pins the recalculation of the time the dialog opened, until it is renewed or the server rejects it. */
function usePinnedRecalculation(decision: Decision, act: OrderAct): { readonly recalculation: Recalculation | null; readonly renew: () => void } {
  const [pinned, setPinned] = useState<Recalculation | null>(null);
  const current = decision.options?.recalculation ?? null;
  useEffect(() => {
    if (pinned === null && current) setPinned(current);
  }, [pinned, current]);
  const renew = async () => setPinned((await decision.refresh())?.recalculation ?? null);
  const isRefused = refusalOf(act.error)?.code === 'RATE_CHANGED';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per rejection, however often the dialog renders
  useEffect(() => {
    if (isRefused) void renew();
  }, [isRefused, act.submittedAt]);
  return { recalculation: pinned, renew };
}

function RecalculationTerms({ recalculation, order }: { readonly recalculation: Recalculation; readonly order: OrderView }) {
  const { locale } = useLocale();
  const { newRatePart } = recalculation;
  const beyond = newRatePart && formatAmount(order.kind === 'buy' ? order.to : order.from, newRatePart.quantity, locale);
  const fee = feeOf({ ...order, ...recalculation });
  return (
    <dl className="grid grid-cols-1 gap-2 rounded-field bg-sunken px-4 py-3">
      <OrderRow name={<Trans>Bạn gửi</Trans>}>{formatAmount(order.from, recalculation.amountSent, locale)}</OrderRow>
      <OrderRow name={<Trans>Tỷ giá</Trans>}>{rateText(order, recalculation.rate, locale)}</OrderRow>
      {newRatePart && <OrderRow name={<Trans>Tỷ giá phần dư ({beyond})</Trans>}>{rateText(order, newRatePart.rate, locale)}</OrderRow>}
      <OrderRow name={<Trans>Phí</Trans>}>{formatAmount(fee.code, fee.amount, locale)}</OrderRow>
      <OrderRow name={<Trans>Theo đơn ban đầu, bạn nhận</Trans>}>
        <span className="font-normal text-muted">{formatAmount(order.to, order.amountReceived, locale)}</span>
      </OrderRow>
      <OrderRow name={<Trans>Bạn nhận</Trans>}>
        <span className="text-title">{formatAmount(order.to, recalculation.amountReceived, locale)}</span>
      </OrderRow>
      {!order.toBalance && !CURRENCIES[order.to].isVoucher && (
        <OrderRow name={<Trans>Nhận vào</Trans>}>
          <span className="wrap-anywhere">
            <DestinationAccount order={order} />
            {needsHolderName(order.to) && <span className="block uppercase">{order.destinationName}</span>}
          </span>
        </OrderRow>
      )}
    </dl>
  );
}
