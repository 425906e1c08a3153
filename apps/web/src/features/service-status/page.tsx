import { msg } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { DeliveryView } from '@quydoi/contract/config';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { Badge as BadgeColour } from '@quydoi/domain/order-status';
import { Badge } from '@quydoi/ui/badge';
import { BankTile } from '@quydoi/ui/bank-tile';
import { Card, CardTitle } from '@quydoi/ui/card';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { Notice } from '@quydoi/ui/notice';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { formatShortMomentInVietnam } from '../../lib/dates.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { SentenceGap } from '../../lib/punctuation.ts';
import { useConfig } from '../../lib/site-data.ts';
import type { PageMeta } from '../../page-meta.ts';
import type { PageProps } from '../../routes.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';
import { bankRows, type ServiceState, serviceRows } from './service-state.ts';

/** The page's own title. */
export const meta = (): PageMeta => ({ title: msg`Tình trạng hệ thống` });

/** From here on a duration is told in minutes. */
const MINUTES_FROM_SECONDS = 120;

const STATES: Readonly<Record<ServiceState, readonly [colour: BadgeColour, name: ReactNode]>> = {
  normal: ['green', <Trans key="normal">Hoạt động</Trans>],
  slow: ['yellow', <Trans key="slow">Ghi nhận chậm</Trans>],
  'no-in': ['yellow', <Trans key="no-in">Tạm ngừng nhận</Trans>],
  'no-out': ['yellow', <Trans key="no-out">Tạm ngừng trả</Trans>],
  closed: ['red', <Trans key="closed">Bảo trì</Trans>],
};

/** How each currency and bank stands, and how soon its orders were delivered lately. */
export function Page(_props: PageProps) {
  const { config } = useConfig();
  const { data, isError } = useQuery(useTRPC().config.deliveries.queryOptions(undefined, { refetchInterval: MINUTE_MS, staleTime: MINUTE_MS }));
  if (!config) return <PageSkeleton />;
  const deliveries = data?.deliveries ?? [];
  const banks = bankRows(config, deliveries);
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <h1 className="font-semibold text-title">
        <Trans>Tình trạng hệ thống</Trans>
      </h1>
      <p className="text-muted">
        <Trans>Thời gian giao tính từ lúc hệ thống ghi nhận đủ tiền đến lúc giao xong. Số liệu cập nhật mỗi phút, giờ Việt Nam.</Trans>
      </p>
      {isError && !data && (
        <Notice look="warn">
          <Trans>Chưa tải được thời gian giao. Trang sẽ tự thử lại.</Trans>
        </Notice>
      )}
      <Card>
        <CardTitle className="mb-2">
          <Trans>Loại tiền</Trans>
        </CardTitle>
        <ul>
          {serviceRows(config, deliveries).map(({ code, state, delivery }) => (
            <Row delivery={delivery} isKnown={data !== undefined} key={code} mark={<CurrencyMark code={code} />}>
              {code === 'vnd' ? <Trans>Chuyển khoản ngân hàng</Trans> : CURRENCIES[code].name}
              <Badge colour={STATES[state][0]}>{STATES[state][1]}</Badge>
            </Row>
          ))}
        </ul>
      </Card>
      {banks.length > 0 && (
        <Card>
          <CardTitle className="mb-2">
            <Trans>Ngân hàng của người nhận</Trans>
          </CardTitle>
          <ul>
            {banks.map(({ code, name, delivery }) => (
              <Row delivery={delivery} isKnown key={code} mark={<BankTile code={code} name={name} />}>
                {name}
              </Row>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

interface RowProps {
  readonly mark: ReactNode;
  readonly delivery: DeliveryView | null;
  /** Whether deliveries have loaded. */
  readonly isKnown: boolean;
  /** Name, and how it stands. */
  readonly children: ReactNode;
}

function Row({ mark, delivery, isKnown, children }: RowProps) {
  return (
    <li className="grid grid-cols-[auto_1fr] items-start gap-x-3 border-line border-t py-3 first:border-t-0">
      {mark}
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 font-semibold">{children}</p>
        <p className="min-h-[1lh] text-muted text-small">{isKnown && <DeliveryTimes delivery={delivery} />}</p>
      </div>
    </li>
  );
}

function DeliveryTimes({ delivery }: Pick<RowProps, 'delivery'>) {
  const { locale } = useLocale();
  if (!delivery) return <Trans>Chưa có đơn nào được giao trong 24 giờ qua.</Trans>;
  const { lastAt, lastHour } = delivery;
  const last = formatShortMomentInVietnam(new Date(lastAt), new Date(nowMs()), locale);
  return (
    <>
      <Trans>Giao gần nhất lúc {last}.</Trans>
      <SentenceGap />
      {lastHour && <LastHour {...lastHour} />}
    </>
  );
}

function LastHour({ count, medianSeconds }: NonNullable<DeliveryView['lastHour']>) {
  if (count === 1) {
    return (
      <Trans>
        Một giờ qua: 1 đơn, giao xong trong <Duration seconds={medianSeconds} />.
      </Trans>
    );
  }
  return (
    <Trans>
      Một giờ qua: <Plural other="# đơn" value={count} />, một nửa giao xong trong vòng <Duration seconds={medianSeconds} />.
    </Trans>
  );
}

function Duration({ seconds }: { readonly seconds: number }) {
  const minutes = Math.round(seconds / 60);
  return seconds < MINUTES_FROM_SECONDS ? <Plural other="# giây" value={seconds} /> : <Plural other="# phút" value={minutes} />;
}
