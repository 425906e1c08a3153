import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderView, RefundView } from '@quydoi/contract/orders/order-view';
import { CURRENCIES, networkOf } from '@quydoi/domain/currencies';
import { Card, CardTitle } from '@quydoi/ui/card';
import { CopyButton } from '@quydoi/ui/copy';
import { Spinner } from '@quydoi/ui/spinner';
import { CircleAlert, CircleCheck, ExternalLink } from 'lucide-react';
import { bankNameOf } from '../../../lib/bank-name.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useConfig } from '../../../lib/site-data.ts';
import { AccountText } from '../components/account-text.tsx';
import { OrderRow } from '../components/order-row.tsx';
import { isFullRefund } from '../status/choose-presentation.ts';
import { useHolderOf } from './use-holder-of.ts';

/** State, amount, destination and reference of the order's refund. */
export function RefundCard({ order, refund }: { readonly order: OrderView; readonly refund: RefundView }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { config } = useConfig();
  const explorer = networkOf(order.from).explorer?.name;
  // Its name was looked up when it was chosen; masked views name nobody.
  const holder = useHolderOf(order.from, refund.destinationBank, order.masked ? null : refund.destination);
  const bank = bankNameOf(config, refund.destinationBank);
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardTitle>
        <Trans>Hoàn tiền</Trans>
      </CardTitle>
      <RefundState isAllSaid={isFullRefund(order)} state={refund.state} />
      <dl className="grid grid-cols-1 gap-2">
        <OrderRow name={CURRENCIES[order.from].isVoucher ? <Trans>Voucher mới</Trans> : <Trans>Bạn nhận lại</Trans>}>
          {formatAmount(order.from, refund.amount, locale)}
        </OrderRow>
        {refund.fee > 0n && <OrderRow name={<Trans>Phí hoàn tiền</Trans>}>{formatAmount(order.from, refund.fee, locale)}</OrderRow>}
        <OrderRow name={order.from === 'vnd' ? <Trans>Tài khoản nhận</Trans> : <Trans>Ví nhận</Trans>}>
          {bank && <span className="block">{bank}</span>}
          {holder.state === 'found' && <span className="block uppercase">{holder.name}</span>}
          {CURRENCIES[order.from].isVoucher ? CURRENCIES[order.from].name : <AccountText account={refund.destination} code={order.from} />}
        </OrderRow>
        {refund.reference && (
          <OrderRow name={<Trans>Mã giao dịch</Trans>}>
            <span className="inline-flex items-center">
              <span className="break-all text-small">{refund.reference}</span>
              <CopyButton className="print:hidden" copied={t`Đã sao chép`} label={t`Sao chép mã giao dịch hoàn`} value={refund.reference} />
            </span>
          </OrderRow>
        )}
      </dl>
      {refund.explorerUrl && (
        <a
          className="-my-2 inline-flex min-h-touch items-center gap-1.5 font-semibold text-brand print:hidden"
          href={refund.explorerUrl}
          rel="noreferrer"
          target="_blank"
        >
          <Trans>Xem giao dịch hoàn trên {explorer}</Trans>
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
      )}
    </Card>
  );
}

/** @param isAllSaid whether the order's own headline tells who deals with a refund that failed */
function RefundState({ state, isAllSaid }: { readonly state: RefundView['state']; readonly isAllSaid: boolean }) {
  if (state === 'done') {
    return (
      <p className="flex items-center gap-2 font-semibold text-ok" role="status">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
        <Trans>Đã hoàn</Trans>
      </p>
    );
  }
  if (state === 'failed') {
    return (
      <p className="flex gap-2 font-semibold text-warn" role="status">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        {isAllSaid ? (
          <Trans>Chưa hoàn được</Trans>
        ) : (
          <Trans>Chưa hoàn được. Nhân viên đã nhận được thông báo và sẽ xử lý; bạn không cần làm gì.</Trans>
        )}
      </p>
    );
  }
  return (
    <p className="flex items-center gap-2 font-semibold text-warn" role="status">
      <Spinner className="size-5 shrink-0" />
      {state === 'approval' && <Trans>Chờ nhân viên duyệt</Trans>}
      {state === 'waiting' && <Trans>Đang chuẩn bị hoàn</Trans>}
      {state === 'sending' && <Trans>Đang hoàn, chờ xác nhận</Trans>}
    </p>
  );
}
