import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { DepositAddressView } from '@quydoi/contract/wallet';
import { CURRENCIES, networkOf } from '@quydoi/domain/currencies';
import { Button } from '@quydoi/ui/button';
import { CopyRow } from '@quydoi/ui/copy';
import { Notice } from '@quydoi/ui/notice';
import { Qr } from '@quydoi/ui/qr';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { startOnce } from '../../../lib/start-once.ts';
import { CallFailure } from '../call-failure.tsx';

/** A coin: any amount, at the customer's own address, which is made when it is asked for first. */
export function CoinDeposit({ deposit: { currency, address, qr, min } }: { readonly deposit: DepositAddressView }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const options = trpc.wallet.depositAddress.mutationOptions({
    onSuccess: () => queries.invalidateQueries({ queryKey: trpc.wallet.get.queryKey() }),
  });
  const making = useMutation(options);
  const { unit } = CURRENCIES[currency];
  const network = networkOf(currency).name;
  if (address === null) {
    return (
      <div className="grid justify-items-start gap-3">
        <p>
          <Trans>
            Bạn có một địa chỉ {unit} của riêng mình: gửi vào đó bao nhiêu lần cũng được, {unit} tự vào số dư.
          </Trans>
        </p>
        {making.error !== null && <CallFailure error={making.error} />}
        <Button busy={making.isPending} look="secondary" onClick={() => startOnce(queries, options.mutationKey, () => making.mutate({ currency }))}>
          <Trans>Lấy địa chỉ nạp {unit}</Trans>
        </Button>
      </div>
    );
  }
  return (
    <>
      <p>
        <Trans>
          Gửi {unit} với số lượng bất kỳ tới địa chỉ của bạn. {unit} vào số dư khi giao dịch được mạng xác nhận đủ, ngày cũng như đêm.
        </Trans>
      </p>
      <div className="-mx-4 divide-y divide-line">
        <CopyRow copied={t`Đã sao chép`} label={t`Sao chép địa chỉ`} name={t`Địa chỉ ${unit} của bạn`} shown={address} value={address} />
      </div>
      {qr !== null && (
        <div className="justify-self-center">
          <Qr id="deposit-qr" title={t`Mã QR để nạp ${unit}`} value={qr} />
        </div>
      )}
      <Notice look="warn">
        <Trans>
          Chỉ gửi {unit} trên mạng {network}, ít nhất {formatAmount(currency, min, locale)} mỗi lần. Đồng coin khác hay mạng khác không tự vào số dư.
        </Trans>
      </Notice>
    </>
  );
}
