import { Trans, useLingui } from '@lingui/react/macro';
import type { InstructionsView, OrderView } from '@quydoi/contract/orders';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { BankTile } from '@quydoi/ui/bank-tile';
import { Card } from '@quydoi/ui/card';
import { CopyButton, CopyRow } from '@quydoi/ui/copy';
import { Skeleton } from '@quydoi/ui/skeleton';
import { lazy, Suspense } from 'react';
import { formatAmount, inGroupsOfFour } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';

const PaymentQr = lazy(async () => ({ default: (await import('./payment-qr.tsx')).PaymentQr }));

/** How to pay: the one amount, the code to scan, and every field with its own copy of the raw value. */
export function PaymentInstructions({ order, instructions }: { readonly order: OrderView; readonly instructions: InstructionsView }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { amount, account, accountName, bankCode, bankName, branch, memo, qr } = instructions;
  const shownAmount = formatAmount(order.from, amount, locale);
  const rawAmount = formatDecimal(amount, CURRENCIES[order.from].scale);
  const copied = t`Đã sao chép`;
  const isMissingPart = order.amountPaid > 0n;
  return (
    <Card className="grid grid-cols-1 gap-4" id="pay">
      <div className="flex items-end justify-between gap-3">
        <div className="min-w-0">
          <p className="text-muted">{isMissingPart ? <Trans>Còn thiếu</Trans> : <Trans>Chuyển đúng số tiền</Trans>}</p>
          <p className="font-semibold text-[2.25rem] text-brand leading-tight">{shownAmount}</p>
        </div>
        <CopyButton className="shrink-0 border border-edge" copied={copied} label={t`Sao chép số tiền`} value={rawAmount}>
          <span className="max-sm:hidden">
            <Trans>Sao chép số tiền</Trans>
          </span>
        </CopyButton>
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-start">
        {qr && (
          <Suspense fallback={<Skeleton className="mx-auto h-[14.5rem] w-[11rem]" />}>
            <PaymentQr refText={order.ref} value={qr} />
          </Suspense>
        )}
        <div className="grid grid-cols-1 content-start gap-1">
          <p className="text-muted">
            {bankCode ? (
              <Trans>Mở ứng dụng ngân hàng và quét mã, hoặc sao chép từng dòng:</Trans>
            ) : (
              <Trans>Mở ví và quét mã, hoặc sao chép từng dòng:</Trans>
            )}
          </p>
          {bankName && (
            <div className="flex items-center gap-3 py-1.5 pl-4">
              <BankTile code={bankCode ?? ''} name={bankName} />
              <div className="min-w-0">
                <p className="font-semibold">{bankName}</p>
                {branch && <p className="text-small text-muted">{branch}</p>}
              </div>
            </div>
          )}
          <CopyRow
            copied={copied}
            label={t`Sao chép số tài khoản`}
            name={bankCode ? t`Số tài khoản` : t`Địa chỉ`}
            shown={bankCode ? account : inGroupsOfFour(account)}
            value={account}
          />
          {accountName && (
            <CopyRow copied={copied} label={t`Sao chép tên tài khoản`} name={t`Tên tài khoản`} shown={accountName} value={accountName} />
          )}
          {memo && (
            <CopyRow
              copied={copied}
              label={t`Sao chép nội dung chuyển khoản`}
              name={t`Nội dung chuyển khoản (bắt buộc)`}
              shown={memo}
              strong
              value={memo}
            />
          )}
        </div>
      </div>
    </Card>
  );
}
