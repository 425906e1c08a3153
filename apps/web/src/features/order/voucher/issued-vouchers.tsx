import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import type { CallContext } from '@quydoi/client/options';
import { useTRPC } from '@quydoi/client/react';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { VOUCHER_SHOWN_DAYS } from '@quydoi/domain/voucher';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { Link } from 'wouter';
import { refusalText } from '../../../lib/error-text.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { startOnce } from '../../../lib/start-once.ts';
import { keyInUrl } from '../key-in-url.ts';
import { useHideWhenLeft } from './use-hide-when-left.ts';
import { VoucherRows } from './voucher-rows.tsx';
import { isPastShowing } from './voucher-state.ts';

interface IssuedVouchersProps {
  readonly order: OrderView;
  readonly orderKey: string | null;
  readonly nowMs: number;
}

/** Vouchers that the order, or its refund, was paid out in. Number and code come with a tap, need the order's key, and go again with the page. */
export function IssuedVouchers({ order, orderKey, nowMs }: IssuedVouchersProps) {
  return (
    <Card className="grid grid-cols-1 gap-3 print:hidden">
      <CardTitle>{order.status === 'delivered' ? <Trans>Voucher của bạn</Trans> : <Trans>Voucher hoàn tiền của bạn</Trans>}</CardTitle>
      {isPastShowing(order, nowMs) ? (
        <p>
          <Trans>Đã quá {VOUCHER_SHOWN_DAYS} ngày nên không xem được mã ở đây nữa.</Trans>
        </p>
      ) : (
        // The key of the link counts as well: an order that was final for long is masked for everyone, so that nothing has judged the key.
        <Codes order={order} orderKey={orderKey ?? keyInUrl(new URL(location.href))} />
      )}
      <Link className="-my-2 inline-flex min-h-touch items-center justify-self-start font-semibold text-brand" href="/listing">
        <Trans>Kiểm tra voucher đã dùng hay chưa</Trans>
      </Link>
    </Card>
  );
}

function Codes({ order, orderKey }: Pick<IssuedVouchersProps, 'order' | 'orderKey'>) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const queries = useQueryClient();
  const revealing = useTRPC().vouchers.reveal.mutationOptions({
    // Nothing of a voucher is kept.
    gcTime: 0,
    ...(orderKey === null ? {} : { trpc: { context: { orderKey } satisfies CallContext } }),
  });
  const reveal = useMutation(revealing);
  const { data, reset } = reveal;
  useHideWhenLeft(data !== undefined, reset);
  if (orderKey === null && order.masked) {
    return (
      <>
        <VoucherRows code={order.to} locale={locale} vouchers={null} />
        <Notice>
          <Trans>Chỉ xem được mã trên trình duyệt đã tạo đơn hoặc khi mở bằng đường dẫn đầy đủ của đơn.</Trans>
        </Notice>
      </>
    );
  }
  const show = () => startOnce(queries, revealing.mutationKey, () => reveal.mutate({ ref: order.ref }));
  return (
    <>
      <VoucherRows code={order.status === 'delivered' ? order.to : order.from} locale={locale} vouchers={data?.vouchers ?? null} />
      <Button aria-pressed={data !== undefined} busy={reveal.isPending} className="justify-self-start" look="secondary" onClick={data ? reset : show}>
        {data ? <EyeOff aria-hidden="true" className="size-5" /> : <Eye aria-hidden="true" className="size-5" />}
        {data ? <Trans>Ẩn mã</Trans> : <Trans>Hiện mã</Trans>}
      </Button>
      {reveal.error && (
        <Notice look="danger" role="alert">
          {refusalOf(reveal.error)?.code === 'ORDER_ACTION_NOT_ALLOWED' ? (
            <Trans>
              Không xem được mã: trình duyệt này không có quyền xem, hoặc đã quá {VOUCHER_SHOWN_DAYS} ngày. Hãy mở bằng đường dẫn đầy đủ của đơn.
            </Trans>
          ) : (
            (refusalText(i18n, locale, reveal.error) ?? <Trans>Mất kết nối nên chưa có phản hồi. Vui lòng thử lại.</Trans>)
          )}
        </Notice>
      )}
      <p className="text-muted text-small">
        <Trans>Ai biết số và mã đều lấy được tiền. Hãy chắc chắn không ai nhìn thấy màn hình; nhân viên hỗ trợ không bao giờ hỏi mã này.</Trans>
      </p>
    </>
  );
}
