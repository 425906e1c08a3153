import { Trans, useLingui } from '@lingui/react/macro';
import { BankTile } from '@quydoi/ui/bank-tile';
import { CopyRow } from '@quydoi/ui/copy';
import { LazyQr } from './lazy-qr.tsx';
import type { PayProps } from './payment-instructions.tsx';

/** Instructions for a bank transfer. The VietQR code contains account, amount and memo. */
export function PayByBank({ order, instructions }: PayProps) {
  const { t } = useLingui();
  const { account, accountName, bankCode, bankName, branch, memo, qr } = instructions;
  const copied = t`Đã sao chép`;
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-[auto_minmax(0,1fr)] md:items-start">
      {qr && <LazyQr instructions={instructions} order={order} value={qr} />}
      <div className="grid grid-cols-1 content-start gap-1">
        <p className="text-muted">
          <Trans>Mở ứng dụng ngân hàng và quét mã, hoặc sao chép từng dòng:</Trans>
        </p>
        {qr && (
          <p className="text-muted text-small md:hidden">
            <Trans>Chỉ có một điện thoại? Bấm “Lưu mã QR”, vào phần quét QR của ứng dụng ngân hàng rồi chọn ảnh vừa lưu.</Trans>
          </p>
        )}
        {bankName && (
          <div className="flex items-center gap-3 py-1.5 pl-4">
            <BankTile code={bankCode ?? ''} name={bankName} />
            <div className="min-w-0">
              <p className="wrap-anywhere font-semibold">{bankName}</p>
              {branch && <p className="text-small text-muted">{branch}</p>}
            </div>
          </div>
        )}
        <CopyRow copied={copied} label={t`Sao chép số tài khoản`} name={t`Số tài khoản`} shown={account} value={account} />
        {accountName && (
          <CopyRow copied={copied} label={t`Sao chép tên chủ tài khoản`} name={t`Tên chủ tài khoản`} shown={accountName} value={accountName} />
        )}
        <CopyRow
          copied={copied}
          label={t`Sao chép nội dung chuyển khoản`}
          name={t`Nội dung chuyển khoản (bắt buộc)`}
          shown={memo}
          strong
          value={memo}
        />
      </div>
    </div>
  );
}
