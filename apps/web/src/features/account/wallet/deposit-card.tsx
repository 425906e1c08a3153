import { Trans, useLingui } from '@lingui/react/macro';
import type { WalletView } from '@quydoi/contract/wallet';
import type { WalletCurrency } from '@quydoi/domain/wallet/wallet';
import { Card, CardTitle } from '@quydoi/ui/card';
import { CopyRow } from '@quydoi/ui/copy';
import { Notice } from '@quydoi/ui/notice';
import { Qr } from '@quydoi/ui/qr';
import { useState } from 'react';
import { PictureButtons } from '../../order/payment/picture-buttons.tsx';
import { CoinDeposit } from './coin-deposit.tsx';
import { CurrencyChips } from './currency-chips.tsx';

const QR_ID = 'deposit-qr';

/** How to deposit: dong by a memo of the customer's own, coins at an address of the customer's own. */
export function DepositCard({ wallet: { balances, deposit, addresses } }: { readonly wallet: WalletView }) {
  const [chosen, setChosen] = useState<WalletCurrency>('vnd');
  const coin = addresses.find(({ currency }) => currency === chosen);
  // In the order of the balances above.
  const currencies = balances.flatMap(({ currency }) => (currency === 'vnd' || addresses.some((one) => one.currency === currency) ? currency : []));
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>
        <Trans>Nạp tiền</Trans>
      </CardTitle>
      <CurrencyChips chosen={coin?.currency ?? 'vnd'} currencies={currencies} onChoose={setChosen} />
      {coin ? <CoinDeposit deposit={coin} key={coin.currency} /> : <DongDeposit deposit={deposit} />}
    </Card>
  );
}

/** Dong: any amount, by the customer's own memo. */
function DongDeposit({ deposit: { account, accountName, bankName, branch, memo, qr } }: Pick<WalletView, 'deposit'>) {
  const { t } = useLingui();
  const copied = t`Đã sao chép`;
  const lines = [
    { name: t`Ngân hàng`, value: bankName },
    { name: t`Số tài khoản`, value: account },
    { name: t`Tên chủ tài khoản`, value: accountName },
    { name: t`Nội dung chuyển khoản (bắt buộc)`, value: memo },
  ];
  return (
    <>
      <p>
        <Trans>Chuyển khoản số tiền bất kỳ với đúng nội dung dưới đây. Tiền vào số dư sau vài giây, ngày cũng như đêm.</Trans>
      </p>
      <div className="-mx-4 divide-y divide-line">
        <CopyRow copied={copied} label={t`Sao chép nội dung chuyển khoản`} name={t`Nội dung chuyển khoản`} shown={memo} value={memo} />
        <CopyRow copied={copied} label={t`Sao chép số tài khoản`} name={t`Số tài khoản (${bankName})`} shown={account} value={account} />
        <CopyRow copied={copied} label={t`Sao chép tên chủ tài khoản`} name={t`Chủ tài khoản`} shown={accountName} value={accountName} />
      </div>
      {branch !== '' && (
        <p className="text-muted text-small">
          <Trans>Chi nhánh: {branch}</Trans>
        </p>
      )}
      {qr !== null && (
        <>
          <div className="grid justify-items-center gap-2">
            <Qr id={QR_ID} title={t`Mã QR để nạp tiền`} value={qr} />
            <PictureButtons lines={lines} name={`quydoi-${memo}.png`} of={QR_ID} />
          </div>
          <p className="text-muted text-small md:hidden">
            <Trans>Chỉ có một điện thoại? Bấm “Lưu mã QR”, vào phần quét QR của ứng dụng ngân hàng rồi chọn ảnh vừa lưu.</Trans>
          </p>
        </>
      )}
      <Notice look="warn">
        <Trans>Thiếu hoặc sai nội dung thì tiền không tự vào số dư: hãy gửi biên lai cho bộ phận hỗ trợ.</Trans>
      </Notice>
    </>
  );
}
