import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { Button, buttonClass } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { Link } from 'wouter';
import { codeText } from '../../../lib/error-text.ts';
import { formatAmount, formatDecimalText } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useConfig } from '../../../lib/site-data.ts';
import type { TradeFormState } from '../use-trade-form.ts';

/** Error codes that are resolved by signing in. */
const LOGIN_CODES = ['REQUIRED_LOGIN', 'LOGIN_FOR_AMOUNT'];

/** Submit button with the reason why it is blocked and the error of the last submission. */
export function SubmitArea({ form }: { readonly form: TradeFormState }) {
  const { locale } = useLocale();
  if (form.loginRequirement && (form.loginRequirement === 'REQUIRED_LOGIN' || form.quote.refusal === null))
    return <LoginPrompt amountFree={form.loginRequirement === 'REQUIRED_LOGIN'} />;
  const amount = form.quote.priced && form.quote.refusal === null ? formatAmount(form.offer.from, form.quote.priced.amountSent, locale) : null;
  const isRateChanged = form.failureCode === 'RATE_CHANGED';
  return (
    <div className="grid gap-3">
      {form.failure !== null && (
        <Notice look={isRateChanged ? 'warn' : 'danger'} role="alert">
          <p>{form.failure}</p>
          {form.failureCode && LOGIN_CODES.includes(form.failureCode) && <LoginLink />}
          {form.failureCode && !isRateChanged && (
            <p className="text-small">
              <Trans>Mã lỗi: {form.failureCode}</Trans>
            </p>
          )}
        </Notice>
      )}
      <Button aria-describedby="trade-blocked" aria-disabled={form.blockedBy !== null} busy={form.busy} type="submit" wide>
        {isRateChanged ? <Trans>Tiếp tục với giá mới</Trans> : amount ? <Trans>Tiếp tục · chuyển {amount}</Trans> : <Trans>Tiếp tục</Trans>}
      </Button>
      <p className="min-h-5 text-center text-small text-muted" id="trade-blocked">
        {form.blockedBy ?? <Trans>Chưa thu tiền ở bước này. Bạn xem lại đơn rồi mới chuyển.</Trans>}
      </p>
    </div>
  );
}

function LoginPrompt({ amountFree }: { readonly amountFree: boolean }) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const { config } = useConfig();
  const amount = formatDecimalText(config?.site.minOrderLogin ?? '0', locale);
  return (
    <Notice>
      <p>
        {amountFree ? (
          codeText(i18n, locale, 'LOGIN_FOR_AMOUNT', { amount: '0' })
        ) : (
          <Trans>Vui lòng đăng nhập để tạo đơn từ {amount} đ trở lên.</Trans>
        )}
      </p>
      <LoginLink />
    </Notice>
  );
}

function LoginLink() {
  return (
    <Link className={buttonClass({ look: 'secondary', className: 'mt-2' })} href="/login">
      <Trans>Đăng nhập</Trans>
    </Link>
  );
}
