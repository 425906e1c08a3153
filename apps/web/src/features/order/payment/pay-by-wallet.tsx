import { Trans, useLingui } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { CopyRow } from '@quydoi/ui/copy';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { Notice } from '@quydoi/ui/notice';
import type { PayProps } from './payment-instructions.tsx';

/** Instructions for a transfer within a wallet provider: wallet, exact amount and memo. */
export function PayByWallet({ order, instructions }: PayProps) {
  const { t } = useLingui();
  const { account, accountName, memo } = instructions;
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
        {accountName && <CopyRow copied={copied} label={t`Sao chép tên tài khoản`} name={t`Tên tài khoản`} shown={accountName} value={accountName} />}
        <CopyRow copied={copied} label={t`Sao chép nội dung (Memo)`} name={t`Nội dung (Memo), bắt buộc`} shown={memo} strong value={memo} />
      </div>
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
