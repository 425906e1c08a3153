import { Trans } from '@lingui/react/macro';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { Button } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import type { TradeFormState } from '../use-trade-form.ts';
import { FormPart } from './form-part.tsx';

/** Submit button with the reason why it is blocked and the error of the last submission. */
export function SubmitArea({ form }: { readonly form: TradeFormState }) {
  const { locale } = useLocale();
  // An account does not help an amount that is refused anyway; where every order needs one, it comes first.
  const isReached = form.threshold !== null && (form.threshold === 0n || form.quote.refusal === null);
  const notice = isReached && <FormPart form={form} of="threshold" />;
  if (notice && !form.isLoggedIn) return notice;
  const amount = form.quote.priced && form.quote.refusal === null ? formatAmount(form.offer.from, form.quote.priced.amountSent, locale) : null;
  const isRateChanged = form.failureCode === 'RATE_CHANGED';
  return (
    <div className="grid gap-3">
      {notice}
      {form.failure !== null && (
        <Notice look={isRateChanged ? 'warn' : 'danger'} role="alert">
          <p>{form.failure}</p>
          {form.failureCode && !isRateChanged && (
            <p className="text-small">
              <Trans>Mã lỗi: {form.failureCode}</Trans>
            </p>
          )}
          {form.fitting && <FormPart form={form} of="fitting" />}
        </Notice>
      )}
      <Button aria-describedby="trade-blocked" aria-disabled={form.blockedBy !== null} busy={form.busy} type="submit" wide>
        {isRateChanged ? <Trans>Tiếp tục với giá mới</Trans> : amount ? <Trans>Tiếp tục · chuyển {amount}</Trans> : <Trans>Tiếp tục</Trans>}
      </Button>
      <p className="min-h-5 text-center text-small text-muted" id="trade-blocked">
        {form.blockedBy ?? <NextStep from={form.offer.from} />}
      </p>
    </div>
  );
}

/** What the next page asks for. Nothing is owed until then, nor if it is left. */
function NextStep({ from }: { readonly from: CurrencyCode }) {
  return CURRENCIES[from].isVoucher ? (
    <Trans>Trang sau là chỗ nhập voucher. Không nhập thì đơn tự hủy, bạn không mất gì.</Trans>
  ) : (
    <Trans>Trang sau cho biết số tiền và nơi chuyển. Không chuyển thì đơn tự hủy, bạn không mất gì.</Trans>
  );
}
