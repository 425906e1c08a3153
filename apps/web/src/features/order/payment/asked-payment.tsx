import { Trans } from '@lingui/react/macro';
import { CURRENCIES, networkOf } from '@quydoi/domain/currencies';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { networkLabel } from '../../../lib/network-label.ts';
import { AccountText } from '../components/account-text.tsx';
import { OrderRow } from '../components/order-row.tsx';
import type { PayProps } from './payment-instructions.tsx';

interface AskedPaymentProps extends PayProps {
  /** Whether it is still to be paid: then the amount is what is missing, and the memo is called required. */
  readonly isDue?: boolean;
}

/** Payment instructions of an order as rows to read. Nothing to scan, save or copy, so that a customer who has paid does not pay twice. */
export function AskedPayment({ order, instructions, isDue = false }: AskedPaymentProps) {
  const { locale } = useLocale();
  const { account, accountName, bankName, memo } = instructions;
  const { name } = CURRENCIES[order.from];
  const { address, attribution } = networkOf(order.from);
  const isBank = address.family === 'bank';
  const isChain = attribution.by === 'address';
  return (
    <dl className="grid grid-cols-1 gap-2">
      <OrderRow name={<Trans>Số tiền</Trans>}>{formatAmount(order.from, isDue ? instructions.amount : order.amountSent, locale)}</OrderRow>
      {isChain && <OrderRow name={<Trans>Mạng</Trans>}>{networkLabel(order.from)}</OrderRow>}
      {bankName && <OrderRow name={<Trans>Ngân hàng</Trans>}>{bankName}</OrderRow>}
      <OrderRow name={isBank ? <Trans>Số tài khoản</Trans> : isChain ? <Trans>Địa chỉ</Trans> : <Trans>Ví nhận {name}</Trans>}>
        <AccountText account={account} code={order.from} />
      </OrderRow>
      {accountName && <OrderRow name={<Trans>Tên chủ tài khoản</Trans>}>{accountName}</OrderRow>}
      {!isChain && memo && <OrderRow name={isDue ? <Trans>Nội dung chuyển khoản (bắt buộc)</Trans> : <Trans>Nội dung</Trans>}>{memo}</OrderRow>}
    </dl>
  );
}
