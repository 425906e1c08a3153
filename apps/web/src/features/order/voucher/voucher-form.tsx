import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { readError } from '@quydoi/client/errors';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { type FormEvent, useEffect, useRef } from 'react';
import { refusalText } from '../../../lib/error-text.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useVoucherSubmission } from './use-voucher-submission.ts';
import { VoucherFields } from './voucher-fields.tsx';
import { NoVoucherLeft, VoucherTrouble } from './voucher-notices.tsx';
import { isVoucherAwaited } from './voucher-state.ts';

/** Form that pays an order with a voucher. While the issuer is being asked, the order's headline says so and nothing stands here. */
export function VoucherForm({ order, isTimerOver }: { readonly order: OrderView; readonly isTimerOver: boolean }) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const submission = useVoucherSubmission(order);
  const { error, trouble, left, pressed, isLost, hasOutcomeToCome, isUnsettled } = submission;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (pressed) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [pressed]);
  const answer = useAnswerInView(error ? readError(error).code : trouble && `${trouble} ${left}`);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submission.press();
  };

  if (!submission.isPending && !isVoucherAwaited(order, isTimerOver)) return null;
  if (left === 0) return <NoVoucherLeft order={order} />;
  const missing = formatAmount(order.from, order.amountSent - order.amountPaid, locale);
  return (
    <Card className="print:hidden">
      <form className="grid grid-cols-1 gap-4" method="dialog" noValidate onSubmit={onSubmit} ref={form}>
        <CardTitle>{order.amountPaid > 0n ? <Trans>Nhập thêm voucher, còn thiếu {missing}</Trans> : <Trans>Nhập voucher {missing}</Trans>}</CardTitle>
        <VoucherFields entry={submission.entry} errors={submission.errors} isReadOnly={hasOutcomeToCome} onChange={submission.change} />
        <p className="text-muted text-small">
          <Trans>
            Khi bạn gửi, voucher bị trừ tiền ngay và không dùng được nữa. Nếu mệnh giá khác {missing}, bạn được chọn nhập thêm voucher, đổi số tiền đã
            nhận hoặc nhận lại tiền.
          </Trans>
        </p>
        {(error || trouble) && (
          // Right above the button, where the customer looks after pressing it.
          <div className="scroll-mt-32 scroll-mb-20 outline-none" ref={answer} tabIndex={-1}>
            {error ? (
              <Notice look="danger" role="alert">
                {refusalText(i18n, locale, error) ?? (
                  <Trans>
                    Mất kết nối nên chưa biết voucher đã được gửi hay chưa. Khi có mạng lại, trang này sẽ cho biết; nếu vẫn thấy ô nhập, bạn cứ gửi
                    lại: voucher không bị trừ tiền hai lần.
                  </Trans>
                )}
              </Notice>
            ) : (
              <VoucherTrouble isUnknown={trouble === 'voucher_unknown'} left={left} />
            )}
          </div>
        )}
        <Button busy={isUnsettled} type="submit">
          {hasOutcomeToCome ? (
            <Trans>Đang kiểm tra với nhà phát hành…</Trans>
          ) : isLost && isUnsettled ? (
            <Trans>Đang chờ có mạng lại…</Trans>
          ) : (
            <Trans>Gửi voucher</Trans>
          )}
        </Button>
      </form>
    </Card>
  );
}

/**
 * Moves focus and view to the answer to a press when it comes: on a phone this also closes the keyboard, which may cover it.
 * @param answer names what it says; null while there is none. One that was there from the beginning moves nothing
 * @returns ref of its element
 */
function useAnswerInView(answer: string | null) {
  const element = useRef<HTMLDivElement>(null);
  const last = useRef(answer);
  useEffect(() => {
    if (answer !== null && answer !== last.current) element.current?.focus();
    last.current = answer;
  }, [answer]);
  return element;
}
