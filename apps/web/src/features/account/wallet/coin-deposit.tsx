import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { CoinTransactionView, DepositAddressView } from '@quydoi/contract/wallet';
import { PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import { CURRENCIES, networkOf } from '@quydoi/domain/currencies';
import { explorerUrl } from '@quydoi/domain/networks';
import { Badge } from '@quydoi/ui/badge';
import { Button } from '@quydoi/ui/button';
import { CopyRow } from '@quydoi/ui/copy';
import { Notice } from '@quydoi/ui/notice';
import { Qr } from '@quydoi/ui/qr';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { finalityMinutes } from '../../../lib/finality.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { startOnce } from '../../../lib/start-once.ts';
import { CallFailure } from '../call-failure.tsx';

/** How often deposits that are on their way are looked at. */
const REFRESH_MS = 15_000;

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
  const minutes = finalityMinutes(currency);
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
        <SentenceGap />
        <Trans>Mạng xác nhận trong khoảng {minutes} phút.</Trans>
      </p>
      <Coming currency={currency} />
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

/** Deposits that are not in the balance yet: what was sent is told as soon as it is seen. */
function Coming({ currency }: Pick<DepositAddressView, 'currency'>) {
  const { locale } = useLocale();
  const { data } = useQuery(
    useTRPC().wallet.coinTransactions.queryOptions({ offset: 0, limit: PAGE_SIZE_MAX }, { refetchInterval: REFRESH_MS, retry: false }),
  );
  const coming = data?.items.filter((one) => one.kind === 'deposit' && one.currency === currency && isComing(one)) ?? [];
  return (
    <ul aria-live="polite" className={coming.length === 0 ? 'sr-only' : 'divide-y divide-line rounded-field bg-sunken px-3'} data-coming>
      {coming.map(({ id, amount, state, hash }) => {
        const url = hash === null ? null : explorerUrl(CURRENCIES[currency].network, hash);
        return (
          <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2" key={id}>
            <span className="font-semibold tabular-nums">{formatAmount(currency, amount, locale)}</span>
            <Badge colour="yellow">{state === 'confirming' ? <Trans>Chờ mạng xác nhận</Trans> : <Trans>Đang xử lý</Trans>}</Badge>
            {url !== null && (
              <a
                className="inline-flex min-h-touch items-center font-semibold text-brand text-small hover:underline"
                href={url}
                rel="noreferrer"
                target="_blank"
              >
                <Trans>Xem trên mạng</Trans>
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function isComing({ state }: CoinTransactionView): boolean {
  return state === 'confirming' || state === 'processing';
}
