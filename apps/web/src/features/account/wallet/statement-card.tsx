import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC, useTRPCClient } from '@quydoi/client/react';
import type { StatementView, WalletView } from '@quydoi/contract/wallet';
import { LIST_OFFSET_MAX, PAGE_SIZE, PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { WalletCurrency } from '@quydoi/domain/wallet/wallet';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Skeleton } from '@quydoi/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { nowMs } from '../../../lib/clock.ts';
import { formatShortMomentInVietnam } from '../../../lib/dates.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { orderPath } from '../../../lib/order-paths.ts';
import { Pages } from '../pages.tsx';
import { readAllPages } from '../read-all-pages.ts';
import { ReadFailure } from '../read-failure.tsx';
import { SaveAsCsv } from '../save-as-csv.tsx';
import { useShownBalances } from './balances.tsx';
import { CurrencyChips } from './currency-chips.tsx';

type Line = StatementView['items'][number];

const REFRESH_MS = 5_000;

/** What has changed a balance, by page, and as a file. */
export function StatementCard({ balances }: Pick<WalletView, 'balances'>) {
  const { locale } = useLocale();
  const [currency, setCurrency] = useState<WalletCurrency>('vnd');
  const [page, setPage] = useState(1);
  const shown = useShownBalances(balances);
  const input = { currency, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  const query = useQuery(useTRPC().wallet.statement.queryOptions(input, { refetchInterval: REFRESH_MS, retry: false }));
  const [last, setLast] = useState<{ readonly currency: WalletCurrency; readonly page: StatementView }>();
  if (query.data !== undefined && query.data !== last?.page) setLast({ currency, page: query.data });
  // The page before stays until the wanted one is there, so that nothing below the list moves.
  const data = query.data ?? (last?.currency === currency ? last.page : undefined);
  const pages = data === undefined ? null : Math.min(Math.ceil(data.total / PAGE_SIZE), LIST_OFFSET_MAX / PAGE_SIZE + 1);
  return (
    <Card className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <CardTitle>
          <Trans>Sao kê</Trans>
        </CardTitle>
        {data !== undefined && data.total > 0 && <SaveStatement currency={currency} />}
      </div>
      <CurrencyChips
        chosen={currency}
        currencies={shown.map((one) => one.currency)}
        onChoose={(next) => {
          setCurrency(next);
          setPage(1);
        }}
      />
      {data === undefined ? (
        query.isError ? (
          <ReadFailure reads={[query]} />
        ) : (
          <Skeleton className="h-32" />
        )
      ) : data.items.length === 0 ? (
        <p className="text-muted">
          <Trans>Chưa có khoản nào.</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {data.items.map((line) => (
            <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-3" key={line.n}>
              <span className="wrap-anywhere font-semibold">
                <LineText line={line} />
              </span>
              <span className={clsx('whitespace-nowrap text-right font-semibold tabular-nums', line.amount > 0n && 'text-ok')}>
                {signedAmount(currency, line.amount, locale)}
              </span>
              <span className="text-muted text-small">{formatShortMomentInVietnam(line.at, new Date(nowMs()), locale)}</span>
              <span className="whitespace-nowrap text-right text-muted text-small tabular-nums">
                <Trans>Còn {formatAmount(currency, line.balance, locale)}</Trans>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pages hasNext={pages !== null && page < pages} onPage={setPage} page={page} pages={pages} />
    </Card>
  );
}

function signedAmount(currency: WalletCurrency, amount: bigint, locale: Parameters<typeof formatAmount>[2]): string {
  return amount > 0n ? `+${formatAmount(currency, amount, locale)}` : `−${formatAmount(currency, -amount, locale)}`;
}

/** What a line is of. */
function LineText({ line: { kind, orderRef, withdrawalRef } }: { readonly line: Line }): ReactNode {
  const order = orderRef === null ? null : <Link href={orderPath(orderRef)}>{orderRef}</Link>;
  switch (kind) {
    case 'deposit':
      return <Trans>Nạp tiền</Trans>;
    case 'charge':
      return <Trans>Trả cho đơn {order}</Trans>;
    case 'payout':
      return <Trans>Nhận từ đơn {order}</Trans>;
    case 'withdrawal':
      return <Trans>Rút tiền {withdrawalRef}</Trans>;
    case 'withdrawal-return':
      return <Trans>Hoàn lệnh rút {withdrawalRef}</Trans>;
    // The order is another customer's: its reference is masked, and leads nowhere.
    case 'referral':
      return <Trans>Hoa hồng từ đơn {orderRef}</Trans>;
    case 'referral-return':
      return <Trans>Thu hồi hoa hồng của đơn {orderRef}</Trans>;
    default:
      return <Trans>Điều chỉnh</Trans>;
  }
}

/** Saves the whole statement of a currency as a file. Numbers are plain, for programs. */
function SaveStatement({ currency }: { readonly currency: WalletCurrency }) {
  const { t } = useLingui();
  const client = useTRPCClient();
  const names: Partial<Record<Line['kind'], string>> = {
    deposit: t`Nạp tiền`,
    charge: t`Trả cho đơn`,
    payout: t`Nhận từ đơn`,
    withdrawal: t`Rút tiền`,
    'withdrawal-return': t`Hoàn lệnh rút`,
    referral: t`Hoa hồng giới thiệu`,
    'referral-return': t`Thu hồi hoa hồng`,
  };
  const rows = async () => {
    const all = await readAllPages(
      ({ n }: Line) => n,
      async (offset) => (await client.wallet.statement.query({ currency, offset, limit: PAGE_SIZE_MAX })).items,
    );
    const plain = (amount: bigint) => formatDecimal(amount, CURRENCIES[currency].scale);
    return all.map(({ n, at, kind, amount, balance, orderRef, withdrawalRef, paymentReference }) => [
      String(n),
      at.toISOString(),
      names[kind] ?? t`Điều chỉnh`,
      orderRef ?? withdrawalRef ?? paymentReference ?? '',
      plain(amount),
      plain(balance),
    ]);
  };
  const head = [t`Số`, t`Thời gian (UTC)`, t`Diễn giải`, t`Tham chiếu`, t`Số tiền (${CURRENCIES[currency].unit})`, t`Số dư`];
  return <SaveAsCsv head={head} name={`quydoi-${currency}.csv`} rows={rows} />;
}
