import { msg } from '@lingui/core/macro';
import { useLingui as useMessages } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ListedOrderView } from '@quydoi/contract/orders/order-list';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { ORDER_STATUSES, type OrderKind } from '@quydoi/domain/order-status';
import { Badge } from '@quydoi/ui/badge';
import { buttonClass } from '@quydoi/ui/button';
import { Card } from '@quydoi/ui/card';
import { Chip } from '@quydoi/ui/chip';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { Notice } from '@quydoi/ui/notice';
import { Skeleton } from '@quydoi/ui/skeleton';
import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { nowMs } from '../../lib/clock.ts';
import { formatShortMomentInVietnam } from '../../lib/dates.ts';
import { refusalText } from '../../lib/error-text.ts';
import { formatAmount } from '../../lib/format.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { orderPath } from '../../lib/order-paths.ts';
import { sharedById } from '../../lib/shared-text.ts';
import { TradeText } from '../../lib/trade-text.tsx';
import type { PageMeta } from '../../page-meta.ts';
import type { PageProps } from '../../routes.tsx';
import { isVietnamClock } from '../order/order-time.ts';
import { AccountBar } from './account-bar.tsx';
import { Pages } from './pages.tsx';
import { SaveAsCsv } from './save-as-csv.tsx';
import { useMembership } from './use-membership.ts';
import { useAllOwnOrders, useOwnOrders } from './use-own-orders.ts';

/** The page's own title. */
export const meta = (): PageMeta => ({ title: msg`Lịch sử giao dịch` });

const KINDS: readonly (readonly [OrderKind | undefined, ReactNode])[] = [
  [undefined, <Trans key="all">Tất cả</Trans>],
  ['buy', <Trans key="buy">Mua</Trans>],
  ['sell', <Trans key="sell">Bán</Trans>],
  ['ex', <Trans key="ex">Đổi</Trans>],
];

/** The orders of the customer who is logged in, by kind and page, and as a file. */
export function Page(_props: PageProps) {
  const { t } = useLingui();
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const [kind, setKind] = useState<OrderKind>();
  const [page, setPage] = useState(1);
  const { items, pages, hasNext, isLoading, error, isLoggedOut } = useOwnOrders(kind, page);
  useMembership('/history/trade', isLoggedOut);

  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h1 className="font-semibold text-title">
          <Trans>Lịch sử giao dịch</Trans>
        </h1>
        {items !== null && items.length > 0 && <SaveOrders kind={kind} />}
      </div>
      <AccountBar />
      <fieldset aria-label={t`Lọc đơn`} className="flex flex-wrap gap-3">
        {KINDS.map(([wanted, name]) => (
          <Chip
            aria-pressed={kind === wanted}
            className={kind === wanted ? 'border-brand! bg-brand-soft! font-semibold' : undefined}
            key={wanted ?? 'all'}
            onClick={() => {
              setKind(wanted);
              setPage(1);
            }}
          >
            {name}
          </Chip>
        ))}
      </fieldset>
      {error !== null && !isLoggedOut && (
        <Notice look="warn" role="alert">
          {refusalText(i18n, locale, error) ?? <Trans>Mất kết nối, đang thử lại…</Trans>}
        </Notice>
      )}
      {items !== null && items.length > 0 && !isVietnamClock(new Date(nowMs())) && (
        <p className="text-muted text-small">
          <Trans>Theo giờ Việt Nam</Trans>
        </p>
      )}
      {(items !== null || error === null || isLoggedOut) && (
        <Card>
          {items === null ? (
            <Skeleton className="h-64" />
          ) : items.length === 0 ? (
            <Empty isFirst={kind === undefined} />
          ) : (
            <ul aria-busy={isLoading} className={clsx('divide-y divide-line', isLoading && 'opacity-60')}>
              {items.map((order) => (
                <ListedOrder key={order.ref} order={order} />
              ))}
            </ul>
          )}
        </Card>
      )}
      <Pages hasNext={hasNext} onPage={setPage} page={page} pages={pages} />
    </div>
  );
}

function Empty({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        <Trans>Chưa có đơn nào trong mục này.</Trans>
      </p>
      {isFirst && (
        <Link className={buttonClass()} href="/buy">
          <Trans>Tạo đơn đầu tiên</Trans>
        </Link>
      )}
    </div>
  );
}

function ListedOrder({
  order: { ref, kind, from, to, amountSent, amountReceived, status, isClaimed, createdAt, expiresAt },
}: {
  readonly order: ListedOrderView;
}) {
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const isExpired = status === 'pending' && expiresAt.getTime() <= nowMs();
  // What asks for a payment that was made would be paid again, and one that asks at an old price would be paid late.
  const badgeId = isClaimed ? 'order.claimedBadge' : isExpired ? 'order.expiredBadge' : `status.${status}`;
  return (
    <li>
      <Link
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-3 text-ink no-underline hover:text-brand"
        href={orderPath(ref)}
      >
        <CurrencyMark code={kind === 'sell' ? from : to} />
        <span className="grid gap-1">
          <span className="break-words font-semibold">
            <TradeText kind={kind} received={formatAmount(to, amountReceived, locale)} sent={formatAmount(from, amountSent, locale)} />
          </span>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-small">
            <Badge colour={isClaimed ? 'yellow' : ORDER_STATUSES[status].badge}>{sharedById(i18n, badgeId, {})}</Badge>
            <span className="whitespace-nowrap">
              <span className="tracking-wide">{ref}</span> · {formatShortMomentInVietnam(createdAt, new Date(nowMs()), locale)}
            </span>
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 text-muted" />
      </Link>
    </li>
  );
}

/** Saves the orders of a kind as a file. */
function SaveOrders({ kind }: { readonly kind: OrderKind | undefined }) {
  const { t } = useLingui();
  const { i18n } = useMessages();
  const readAll = useAllOwnOrders();
  const head = [t`Mã đơn`, t`Thời gian (UTC)`, t`Trạng thái`, t`Chuyển`, t`Tiền chuyển`, t`Nhận`, t`Tiền nhận`, t`Tài khoản/ví nhận`];
  const rows = async () => (await readAll(kind)).map((order) => rowOf(order, sharedById(i18n, `status.${order.status}`, {})));
  return <SaveAsCsv head={head} name="quydoi.csv" rows={rows} />;
}

/** Numbers are plain, for programs: a point before decimals, and nothing between thousands. */
function rowOf(order: ListedOrderView, status: string): string[] {
  const { ref, createdAt, from, to, amountSent, amountReceived, destination } = order;
  const [sent, received] = [formatDecimal(amountSent, CURRENCIES[from].scale), formatDecimal(amountReceived, CURRENCIES[to].scale)];
  return [ref, createdAt.toISOString(), status, CURRENCIES[from].name, sent, CURRENCIES[to].name, received, destination];
}
