import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { refusalText } from '../../../lib/error-text.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { startOnce } from '../../../lib/start-once.ts';
import { checkEntry, EMPTY_ENTRY, fieldOfCode } from './voucher-entry.ts';
import { VoucherFields } from './voucher-fields.tsx';
import { NoVoucherLeft, VoucherTrouble } from './voucher-notices.tsx';
import { isVoucherAwaited, voucherTroubleOf } from './voucher-state.ts';

/**
 * Form that pays an order with a voucher. What was typed stays in memory until the issuer has taken the voucher, whatever happens meanwhile, and is
 * stored nowhere. While the issuer is being asked, the order's headline says so and nothing stands here.
 */
export function VoucherForm({ order, isTimerOver }: { readonly order: OrderView; readonly isTimerOver: boolean }) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const [entry, setEntry] = useState(EMPTY_ENTRY);
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const trpc = useTRPC();
  const submission = trpc.vouchers.submit.mutationOptions({
    // Nothing of a voucher is kept.
    gcTime: 0,
    // Not done before the order tells of it, also when the answer to this call is lost.
    onSettled: () => queries.invalidateQueries({ queryKey: trpc.orders.get.queryKey({ ref: order.ref }) }),
  });
  const send = useMutation(submission);
  const refusal = refusalOf(send.error);
  const refusedField = fieldOfCode(refusal?.code);
  const { voucher, errors } = checkEntry(entry);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [tries]);
  const isAccepted = send.data?.state === 'accepted';
  useEffect(() => {
    if (isAccepted) setEntry(EMPTY_ENTRY);
  }, [isAccepted]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (voucher) startOnce(queries, submission.mutationKey, () => send.mutate({ ref: order.ref, ...voucher }));
  };

  if (!send.isPending && !isVoucherAwaited(order, isTimerOver)) return null;
  if (order.vouchers?.left === 0) return <NoVoucherLeft order={order} />;
  const missing = formatAmount(order.from, order.amountSent - order.amountPaid, locale);
  const trouble = voucherTroubleOf(order);
  return (
    <Card className="print:hidden">
      <form className="grid grid-cols-1 gap-4" method="dialog" noValidate onSubmit={onSubmit} ref={form}>
        <CardTitle>{order.amountPaid > 0n ? <Trans>Nhập thêm voucher, còn thiếu {missing}</Trans> : <Trans>Nhập voucher {missing}</Trans>}</CardTitle>
        {trouble && !send.isPending && <VoucherTrouble left={order.vouchers?.left ?? 0} trouble={trouble} />}
        <VoucherFields
          entry={entry}
          errors={{ ...(tries > 0 ? errors : {}), ...(refusedField ? { [refusedField]: refusal?.code } : {}) }}
          isReadOnly={send.isPending}
          onChange={(changed) => {
            setEntry(changed);
            if (refusedField) send.reset();
          }}
        />
        <p className="text-muted text-small">
          <Trans>
            Khi bạn gửi, tiền trong voucher được lấy ngay và voucher đó hết giá trị. Nếu mệnh giá khác {missing}, bạn được chọn nhập thêm voucher, đổi
            theo số đã nhận, hoặc nhận lại tiền.
          </Trans>
        </p>
        {send.error && refusedField === null && refusal?.code !== 'VOUCHER_REFUSED' && (
          <Notice look="danger" role="alert">
            {refusalText(i18n, locale, send.error) ?? (
              <Trans>
                Mất kết nối nên chưa biết voucher đã được gửi hay chưa. Có mạng lại, trang này sẽ cho biết; nếu ô nhập vẫn còn đây, bạn cứ gửi lại:
                một voucher không bị lấy tiền hai lần.
              </Trans>
            )}
          </Notice>
        )}
        <Button busy={send.isPending} type="submit">
          {send.isPending ? <Trans>Đang hỏi nhà phát hành…</Trans> : <Trans>Gửi voucher</Trans>}
        </Button>
      </form>
    </Card>
  );
}
