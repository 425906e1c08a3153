import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { CURRENCIES, type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import { Card } from '@quydoi/ui/card';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { ArrowDown, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { bankNameOf } from '../../../lib/bank-name.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useConfig } from '../../../lib/site-data.ts';
import { AccountText } from './account-text.tsx';

/** Sent and received amounts with their accounts. */
export function OrderSides({ order }: { readonly order: OrderView }) {
  const explorer = networkOf(order.to).explorer?.name;
  return (
    <Card className="grid grid-cols-1 gap-2 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] sm:items-stretch">
      <Side
        account={order.fromBalance ? null : order.sender}
        amount={order.amountSent}
        bank={order.senderBank}
        code={order.from}
        isSender
        paid={order.amountPaid > 0n && order.amountPaid !== order.amountSent ? order.amountPaid : null}
        title={order.fromBalance ? <Trans>Trừ từ số dư của bạn</Trans> : <SenderTitle order={order} />}
      />
      <ArrowDown aria-hidden="true" className="size-5 place-self-center text-muted sm:-rotate-90" />
      <Side
        account={order.toBalance ? null : order.destination}
        amount={order.amountReceived}
        bank={order.destinationBank}
        code={order.to}
        holder={order.destinationName}
        isHolderTyped={order.isNameTyped}
        title={order.toBalance ? <Trans>Cộng vào số dư của bạn</Trans> : <ReceiverTitle order={order} />}
      >
        {order.explorerUrl && (
          <a
            className="-mb-2 inline-flex min-h-touch items-center gap-1.5 font-semibold text-brand text-small"
            href={order.explorerUrl}
            rel="noreferrer"
            target="_blank"
          >
            <Trans>Xem giao dịch trên {explorer}</Trans>
            <ExternalLink aria-hidden="true" className="size-4" />
          </a>
        )}
      </Side>
    </Card>
  );
}

function SenderTitle({ order: { from } }: { readonly order: OrderView }) {
  const { name } = CURRENCIES[from];
  return from === 'vnd' ? <Trans>Bạn chuyển khoản ngân hàng</Trans> : <Trans>Bạn gửi {name}</Trans>;
}

function ReceiverTitle({ order: { to } }: { readonly order: OrderView }) {
  const { name } = CURRENCIES[to];
  return to === 'vnd' ? <Trans>Bạn nhận qua ngân hàng</Trans> : <Trans>Bạn nhận {name}</Trans>;
}

interface SideProps {
  readonly title: ReactNode;
  readonly code: CurrencyCode;
  readonly amount: bigint;
  readonly account: string | null;
  readonly bank: string | null;
  readonly holder?: string | null;
  readonly isHolderTyped?: boolean;
  /** Whether the account is the one that the customer sends from, and none to pay into. */
  readonly isSender?: boolean;
  /** What has come in instead of the amount; null where that is the same, or nothing. */
  readonly paid?: bigint | null;
  readonly children?: ReactNode;
}

function Side({ title, code, amount, account, bank, holder, isHolderTyped, isSender, paid = null, children }: SideProps) {
  const { locale } = useLocale();
  const { config } = useConfig();
  const bankName = bankNameOf(config, bank);
  const received = paid !== null && formatAmount(code, paid, locale);
  return (
    <div className="grid grid-cols-1 content-start gap-1 rounded-field bg-sunken px-4 py-3">
      <p className="flex items-center gap-2 text-muted text-small">
        <CurrencyMark className="size-6" code={code} />
        {title}
      </p>
      <p className="break-words font-semibold text-title">{formatAmount(code, amount, locale)}</p>
      {received && (
        <p className="text-small">
          <Trans>Chúng tôi đã nhận {received}</Trans>
        </p>
      )}
      {account && !CURRENCIES[code].isVoucher && (
        <p className="break-words">
          {isSender && (
            <span className="text-muted text-small">{code === 'vnd' ? <Trans>Từ tài khoản của bạn:</Trans> : <Trans>Từ ví của bạn:</Trans>} </span>
          )}
          {bankName && `${bankName} `}
          <AccountText account={account} code={code} />
        </p>
      )}
      {holder && <p className="wrap-anywhere font-semibold text-small uppercase">{holder}</p>}
      {isHolderTyped && (
        <p className="text-small text-warn">
          <Trans>Tên do bạn nhập, chưa được xác minh.</Trans>
        </p>
      )}
      {children}
    </div>
  );
}
