import { Trans } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { Notice } from '@quydoi/ui/notice';
import { formatAmount, formatDecimalText } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import type { BuyFormState } from '../use-buy-form.ts';

/** What the quantity costs: the one amount to pay, and how it comes about. */
export function AmountSummary({ form }: { readonly form: BuyFormState }) {
  const { locale } = useLocale();
  const { code, rate } = form.offer;
  const { unit } = CURRENCIES[code];
  const { priced } = form.quote;
  const value = formatDecimalText(rate.value, locale);
  const before = form.rateBefore === null ? null : formatDecimalText(form.rateBefore, locale);
  const fee = priced ? formatAmount(code, priced.feeExchange, locale) : null;
  const received = priced ? formatAmount(code, priced.amountReceived, locale) : null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="rounded-field bg-sunken px-4 py-3">
        <p className="text-muted">
          <Trans>Số tiền cần chuyển</Trans>
        </p>
        <output className="block wrap-anywhere text-display font-semibold" htmlFor="buy-quantity">
          {priced ? formatAmount('vnd', priced.amountSent, locale) : '0 đ'}
        </output>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line pt-2">
          <dt className="text-small text-muted">
            <Trans>Tỷ giá</Trans>
          </dt>
          <dd className="wrap-anywhere text-right text-small">
            1 {unit} = {value} đ
          </dd>
          <dt className="text-small text-muted">
            <Trans>Phí</Trans>
          </dt>
          <dd className="wrap-anywhere text-right text-small">{fee ?? `0 ${unit}`}</dd>
          <dt className="text-small text-muted">
            <Trans>Bạn nhận</Trans>
          </dt>
          <dd className="wrap-anywhere text-right font-semibold">{received ?? `0 ${unit}`}</dd>
        </dl>
      </div>
      {before !== null && (
        <Notice look="warn" role="status">
          <Trans>
            Giá vừa thay đổi từ {before} đ sang {value} đ. Số tiền cần chuyển đã được tính lại.
          </Trans>
        </Notice>
      )}
    </div>
  );
}
