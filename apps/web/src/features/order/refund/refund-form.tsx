import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { CURRENCIES, smallestTransfer } from '@quydoi/domain/currencies';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { Skeleton } from '@quydoi/ui/skeleton';
import { type FormEvent, useEffect, useRef } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { OrderRow } from '../components/order-row.tsx';
import type { Decision } from '../decision/use-decision.ts';
import type { OrderAct } from '../use-order.ts';
import { RefundAccount } from './refund-account.tsx';
import { isBelowTransfers, type RefundAction, refundTerms } from './refund-check.ts';
import { RefundWallet } from './refund-wallet.tsx';
import { useRefundForm } from './use-refund-form.ts';

interface RefundFormProps {
  readonly order: OrderView;
  readonly action: RefundAction;
  readonly decision: Decision;
  readonly act: OrderAct;
  readonly onClose: () => void;
}

/** Refund form: destination, amount and submit button. */
export function RefundForm({ order, action, decision, act, onClose }: RefundFormProps) {
  const { locale } = useLocale();
  const form = useRefundForm(order, action, act);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  const target = targetOf(order.from);
  const terms = refundTerms(decision.options, action, order.from === 'vnd' ? form.entries.bank : undefined);
  const amount = terms && formatAmount(order.from, terms.amount, locale);
  const gets = formatAmount(order.to, order.amountReceived, locale);
  const least = formatAmount(order.from, smallestTransfer(order.from), locale);
  return (
    <Card className="print:hidden">
      <form className="grid grid-cols-1 gap-4" noValidate onSubmit={onSubmit}>
        <CardTitle className="outline-none" ref={title} tabIndex={-1}>
          {action === 'refundExcess' ? <Trans>Nhận lại phần dư</Trans> : <Trans>Nhận lại tiền</Trans>}
        </CardTitle>
        <p>
          <RefundOutcome action={action} gets={gets} to={target} />
        </p>
        {target === 'bank' && <RefundAccount amount={amount} form={form} />}
        {target === 'wallet' && <RefundWallet amount={amount} code={order.from} form={form} />}
        <dl className="grid grid-cols-1 gap-2 rounded-field bg-sunken px-4 py-3">
          <OrderRow name={<Trans>Phí hoàn tiền</Trans>}>
            {terms ? formatAmount(order.from, terms.fee, locale) : <Skeleton className="h-5 w-16" />}
          </OrderRow>
          <OrderRow name={<Trans>Bạn nhận lại</Trans>}>
            {amount ? <span className="text-title">{amount}</span> : <Skeleton className="h-7 w-28" />}
          </OrderRow>
        </dl>
        {terms && isBelowTransfers(order.from, terms) && (
          <Notice>
            <Trans>Khoản hoàn dưới {least} cần nhân viên duyệt trước khi chuyển, nên có thể lâu hơn.</Trans>
            {action === 'refundExcess' && (
              <>
                <SentenceGap />
                <Trans>Đơn của bạn không phải chờ: {gets} được chuyển ngay.</Trans>
              </>
            )}
          </Notice>
        )}
        {form.refusal && (
          <Notice look="danger" role="alert">
            {form.refusal}
          </Notice>
        )}
        <div className="grid grid-cols-1 gap-2">
          <div className="flex flex-wrap gap-3">
            <Button aria-describedby="refund-blocked" aria-disabled={form.isBlocked} busy={form.busy} type="submit">
              {amount === null ? (
                <Trans>Hoàn tiền</Trans>
              ) : target === 'bank' ? (
                <Trans>Hoàn {amount} về tài khoản này</Trans>
              ) : target === 'wallet' ? (
                <Trans>Hoàn {amount} về ví này</Trans>
              ) : (
                <Trans>Hoàn {amount} bằng voucher mới</Trans>
              )}
            </Button>
            <Button look="secondary" onClick={onClose}>
              <Trans>Quay lại</Trans>
            </Button>
          </div>
          <p className="text-small text-muted" id="refund-blocked">
            {form.blockedBy}
          </p>
        </div>
      </form>
    </Card>
  );
}

/** What a refund is paid into. Money of a voucher goes back as a new voucher: its payer has no account with us. */
type RefundTarget = 'bank' | 'wallet' | 'voucher';

function targetOf(from: OrderView['from']): RefundTarget {
  if (from === 'vnd') return 'bank';
  return CURRENCIES[from].isVoucher ? 'voucher' : 'wallet';
}

/** What becomes of the order and the money. */
function RefundOutcome({ action, gets, to }: { readonly action: RefundAction; readonly gets: string; readonly to: RefundTarget }) {
  if (to === 'voucher') {
    return action === 'refundExcess' ? (
      <Trans>Đơn được thực hiện đúng như ban đầu: bạn nhận {gets}. Phần dư được trả lại bằng một voucher mới, mã hiện trên trang này.</Trans>
    ) : (
      <Trans>Đơn sẽ kết thúc và tiền được hoàn lại bằng một voucher mới, mã hiện trên trang này.</Trans>
    );
  }
  if (action === 'refundExcess') {
    return to === 'bank' ? (
      <Trans>Đơn được thực hiện đúng như ban đầu: bạn nhận {gets}. Phần dư được chuyển về tài khoản của chính bạn.</Trans>
    ) : (
      <Trans>Đơn được thực hiện đúng như ban đầu: bạn nhận {gets}. Phần dư được chuyển về ví của chính bạn.</Trans>
    );
  }
  return to === 'bank' ? (
    <Trans>Đơn sẽ kết thúc và tiền được hoàn về tài khoản của chính bạn.</Trans>
  ) : (
    <Trans>Đơn sẽ kết thúc và tiền được hoàn về ví của chính bạn.</Trans>
  );
}
