import { Trans, useLingui } from '@lingui/react/macro';
import type { InstructionsView } from '@quydoi/contract/orders/order-view';
import { CURRENCIES, networkOf } from '@quydoi/domain/currencies';
import { buttonClass } from '@quydoi/ui/button';
import { CopyRow } from '@quydoi/ui/copy';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { Notice } from '@quydoi/ui/notice';
import type { PayProps } from './payment-instructions.tsx';

/** Instructions for a transfer within a wallet provider: wallet, exact amount and memo. */
export function PayByWallet({ order, instructions }: PayProps) {
  const { t } = useLingui();
  const { account, accountName, memo, checkout } = instructions;
  const { name } = CURRENCIES[order.from];
  const { sender } = order;
  const copied = t`Đã sao chép`;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-muted">
        <Trans>Đăng nhập {name}, chọn gửi tiền, rồi sao chép từng dòng:</Trans>
      </p>
      <div className="grid grid-cols-1 gap-1">
        <CopyRow
          copied={copied}
          label={t`Sao chép ví nhận`}
          name={t`Ví nhận ${name}`}
          shown={
            <span className="inline-flex items-center gap-2">
              <CurrencyMark className="size-6" code={order.from} />
              {account}
            </span>
          }
          value={account}
        />
        {accountName && (
          <CopyRow copied={copied} label={t`Sao chép tên chủ tài khoản`} name={t`Tên chủ tài khoản`} shown={accountName} value={accountName} />
        )}
        <CopyRow copied={copied} label={t`Sao chép nội dung (Memo)`} name={t`Nội dung (Memo), bắt buộc`} shown={memo} strong value={memo} />
      </div>
      {checkout && <CheckoutForm checkout={checkout} name={networkOf(order.from).name} />}
      {sender && (
        <Notice look="info">
          <Trans>
            Hãy chuyển từ ví <b className="break-words">{sender}</b> đã khai trong đơn. Tiền từ ví khác sẽ được giữ lại để kiểm tra.
          </Trans>
        </Notice>
      )}
    </div>
  );
}

interface CheckoutProps {
  readonly checkout: NonNullable<InstructionsView['checkout']>;
  /** The provider's brand. */
  readonly name: string;
}

/** Button that opens the provider's own page for this payment, filled in; in a new tab, so that the order stays open. */
function CheckoutForm({ checkout, name }: CheckoutProps) {
  return (
    <form action={checkout.url} className="grid grid-cols-1 gap-1" method="post" rel="noopener" target="_blank">
      {Object.entries(checkout.fields).map(([field, value]) => (
        <input key={field} name={field} type="hidden" value={value} />
      ))}
      <button className={buttonClass({ look: 'secondary', wide: true })} type="submit">
        <Trans>Thanh toán trên trang {name}</Trans>
      </button>
    </form>
  );
}
