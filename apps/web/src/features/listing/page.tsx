import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import { VOUCHER_SHOWN_DAYS } from '@quydoi/domain/voucher';
import { Button } from '@quydoi/ui/button';
import { Card } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { refusalText } from '../../lib/error-text.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { startOnce } from '../../lib/start-once.ts';
import type { PageMeta } from '../../page-meta.ts';
import type { PageProps } from '../../routes.tsx';
import { checkEntry, EMPTY_ENTRY, fieldOfCode } from '../order/voucher/voucher-entry.ts';
import { VoucherFields } from '../order/voucher/voucher-fields.tsx';
import { CheckedVoucher } from './checked-voucher.tsx';
import { useWait } from './use-wait.ts';

/** The page's own title. */
export const meta = (): PageMeta => ({ title: msg`Kiểm tra PM e-Voucher` });

/** Checks whether a voucher that was bought here is used. Nothing that is typed is stored, or part of the address. */
export function Page(_props: PageProps) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const [entry, setEntry] = useState(EMPTY_ENTRY);
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const { left, start } = useWait();
  const checking = useTRPC().vouchers.check.mutationOptions({
    // Nothing of a voucher is kept.
    gcTime: 0,
    onError: (error) => {
      const refusal = refusalOf(error);
      if (refusal?.code === TOO_SOON) start(secondsOf(refusal.details));
    },
  });
  const check = useMutation(checking);
  const refusal = refusalOf(check.error);
  const refusedField = fieldOfCode(refusal?.code);
  const isTooSoon = refusal?.code === TOO_SOON;
  const isNotFound = refusal?.code === 'VOUCHER_NOT_FOUND';
  // Of a voucher that was found. An outage of our own has the same code and names its cause.
  const isIssuerSilent = refusal?.code === 'UNAVAILABLE' && refusal.details === null;
  const { voucher, errors } = checkEntry(entry);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [tries]);
  // Once the wait is over, nothing keeps the customer from checking.
  const { reset } = check;
  useEffect(() => {
    if (isTooSoon && left === 0) reset();
  }, [isTooSoon, left, reset]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (voucher && left === 0) startOnce(queries, checking.mutationKey, () => check.mutate(voucher));
  };
  const checkAnother = () => {
    setEntry(EMPTY_ENTRY);
    setTries(0);
    reset();
  };

  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-4">
      <h1 className="font-semibold text-title">
        <Trans>Kiểm tra PM e-Voucher</Trans>
      </h1>
      {check.data ? (
        <CheckedVoucher onCheckAnother={checkAnother} voucher={check.data} />
      ) : (
        <Card>
          <form className="grid grid-cols-1 gap-4" method="dialog" noValidate onSubmit={onSubmit} ref={form}>
            <VoucherFields
              entry={entry}
              errors={{ ...(tries > 0 ? errors : {}), ...(refusedField ? { [refusedField]: refusal?.code } : {}) }}
              isReadOnly={check.isPending}
              onChange={(changed) => {
                setEntry(changed);
                if (!isTooSoon) reset();
              }}
            />
            {check.error && refusedField === null && (
              <Notice look={isTooSoon || isIssuerSilent ? 'warn' : 'danger'} role="alert">
                <p className="font-semibold">
                  {isNotFound && <Trans>Số voucher hoặc mã kích hoạt không khớp với voucher nào.</Trans>}
                  {isIssuerSilent && (
                    <Trans>Nhà phát hành hiện không phản hồi nên chưa biết voucher đã dùng hay chưa. Vui lòng thử lại sau một phút.</Trans>
                  )}
                  {!isNotFound &&
                    !isIssuerSilent &&
                    (refusalText(i18n, locale, check.error) ?? <Trans>Mất kết nối nên chưa có phản hồi. Vui lòng thử lại.</Trans>)}
                </p>
              </Notice>
            )}
            {isNotFound && <NotFound />}
            <Button aria-disabled={left > 0} busy={check.isPending} type="submit" wide>
              {left > 0 ? <Trans>Kiểm tra lại sau {left} giây</Trans> : <Trans>Kiểm tra</Trans>}
            </Button>
          </form>
        </Card>
      )}
      <p className="text-muted text-small">
        <Trans>
          Chỉ kiểm tra được voucher mua tại đây trong {VOUCHER_SHOWN_DAYS} ngày gần nhất, mỗi lần cách nhau 15 giây. Kiểm tra không làm voucher mất
          giá trị.
        </Trans>
      </p>
    </div>
  );
}

const TOO_SOON = 'TRY_AGAIN_AFTER_15_SECONDS';
/** Wait where the server names none. */
const WAIT_SECONDS = 15;

function secondsOf(details: unknown): number {
  const seconds = (details as { readonly retryAfterSeconds?: unknown } | null)?.retryAfterSeconds;
  return typeof seconds === 'number' ? seconds : WAIT_SECONDS;
}

/** Says that nothing was found, and what can be. */
function NotFound() {
  return (
    <div className="grid gap-1 rounded-field bg-sunken px-4 py-3">
      <p className="font-semibold">
        <Trans>Không tìm thấy thông tin!</Trans>
      </p>
      <p className="text-small">
        <Trans>
          Chỉ tra được voucher mua tại đây trong vòng {VOUCHER_SHOWN_DAYS} ngày. Voucher mua ở nơi khác hoặc đã quá {VOUCHER_SHOWN_DAYS} ngày không
          hiện ở đây.
        </Trans>
      </p>
    </div>
  );
}
