import { Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { ReferralsView } from '@quydoi/contract/wallet';
import { LIST_OFFSET_MAX, PAGE_SIZE } from '@quydoi/domain/constants';
import { formatDecimalText } from '@quydoi/domain/money';
import { Skeleton } from '@quydoi/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { nowMs } from '../../../lib/clock.ts';
import { formatShortMomentInVietnam } from '../../../lib/dates.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { Pages } from '../pages.tsx';
import { ReadFailure } from '../read-failure.tsx';

const REFRESH_MS = 15_000;

/** The customer's referrals: the percentage in force, totals, and credits by page. */
export function ReferralEarnings() {
  const [page, setPage] = useState(1);
  const input = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  const query = useQuery(useTRPC().wallet.referrals.queryOptions(input, { refetchInterval: REFRESH_MS, retry: false }));
  const [last, setLast] = useState<ReferralsView>();
  if (query.data !== undefined && query.data !== last) setLast(query.data);
  // The page before stays until the wanted one is there, so that nothing below the list moves.
  const data = query.data ?? last;
  if (data === undefined) return query.isError ? <ReadFailure reads={[query]} /> : <Skeleton className="h-24" />;
  const pages = Math.min(Math.ceil(data.total / PAGE_SIZE), LIST_OFFSET_MAX / PAGE_SIZE + 1);
  return (
    <>
      <Terms percent={data.percent} />
      <Totals referrals={data} />
      {data.items.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {data.items.map((credit) => (
            <ListedCredit credit={credit} key={`${credit.order} ${credit.at.getTime()}`} />
          ))}
        </ul>
      )}
      {data.items.some(isTakenBack) && (
        <p className="text-muted text-small">
          <Trans>Hoa hồng bị thu hồi khi khoản đã chuyển của đơn bị trả lại.</Trans>
        </p>
      )}
      <Pages hasNext={page < pages} onPage={setPage} page={page} pages={pages} />
    </>
  );
}

/** What sponsors get of new orders. */
function Terms({ percent: decimal }: Pick<ReferralsView, 'percent'>) {
  const { locale } = useLocale();
  const percent = formatDecimalText(decimal, locale);
  return (
    <p>
      {decimal === '0' ? (
        <Trans>Hiện chưa trả hoa hồng cho đơn mới.</Trans>
      ) : (
        <Trans>Khi đơn mua hoặc đổi của họ hoàn tất, {percent}% phí của đơn được cộng vào số dư VND của bạn.</Trans>
      )}
    </p>
  );
}

function Totals({ referrals: { customers, earned, owed } }: { readonly referrals: ReferralsView }) {
  const { locale } = useLocale();
  return (
    <dl className="grid grid-cols-1 gap-2">
      <Fact name={<Trans>Người đã tạo tài khoản</Trans>}>{customers}</Fact>
      <Fact name={<Trans>Hoa hồng đã nhận</Trans>}>{formatAmount('vnd', earned, locale)}</Fact>
      {owed > 0n && <Fact name={<Trans>Sẽ trừ vào hoa hồng sau</Trans>}>{formatAmount('vnd', owed, locale)}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="whitespace-nowrap font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

type Credit = ReferralsView['items'][number];

function isTakenBack({ returned, owed }: Credit): boolean {
  return returned > 0n || owed > 0n;
}

function ListedCredit({ credit }: { readonly credit: Credit }) {
  const { locale } = useLocale();
  const { order, at, amount, returned, owed } = credit;
  return (
    <li className="grid grid-cols-1 gap-1 py-3">
      <span className="flex justify-between gap-3 font-semibold">
        <span className="wrap-anywhere">
          <Trans>Đơn {order}</Trans>
        </span>
        <span className={clsx('whitespace-nowrap tabular-nums', isTakenBack(credit) ? 'text-muted line-through' : 'text-ok')}>
          +{formatAmount('vnd', amount, locale)}
        </span>
      </span>
      <span className="flex justify-between gap-3 text-muted text-small">
        <span>{formatShortMomentInVietnam(at, new Date(nowMs()), locale)}</span>
        <span className="text-right">
          {owed > 0n ? (
            returned > 0n ? (
              <Trans>Đã thu hồi {formatAmount('vnd', returned, locale)}</Trans>
            ) : (
              <Trans>Chờ thu hồi</Trans>
            )
          ) : (
            returned > 0n && <Trans>Đã thu hồi</Trans>
          )}
        </span>
      </span>
    </li>
  );
}
