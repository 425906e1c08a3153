import { Trans } from '@lingui/react/macro';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimalText } from '@quydoi/domain/money';
import { Notice } from '@quydoi/ui/notice';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { rateText } from '../../../lib/rate-text.ts';
import { fieldId, type TradeFormState } from '../use-trade-form.ts';
import { FormPart } from './form-part.tsx';

/** Characters of an amount that are too many for a line of large text on a phone. */
const LONG = 16;

interface AmountSummaryProps {
  readonly form: TradeFormState;
  /** Choice of a swap's target. */
  readonly currency?: ReactNode;
}

/** Result of the quote: dong to pay for a buy, otherwise the amount received; with rate and fee. */
export function AmountSummary({ form, currency }: AmountSummaryProps) {
  const { locale } = useLocale();
  const [isEntering, setEntering] = useState(false);
  const [hasCoupon, setHasCoupon] = useState(false);
  const { kind, from, to, rate } = form.offer;
  const { priced, feeDong } = form.quote;
  const isBuy = kind === 'buy';
  // Names are as wide as the line: whether they wrap would depend on the font, and the page would move when the web font arrives.
  const isNamed = CURRENCIES[from].unit === CURRENCIES[to].unit;
  const rateLines = rateText(form.offer, rate.value, locale).split(/(?<= =) /);
  const max = `${formatDecimalText(rate.automaticFeeMax ?? '', locale)} ${CURRENCIES[to].unit}`;
  // Without a quantity there is no amount; before the page's script has started, also with one that was typed already.
  const shown = (code: CurrencyCode, amount?: bigint) => (amount === undefined ? '–' : formatAmount(code, amount, locale));
  const sent = shown(from, priced?.amountSent);
  const received = shown(to, priced?.amountReceived);
  const result = isBuy ? sent : received;
  const dongOfFee = shown('vnd', feeDong ?? undefined);
  const fee = kind === 'sell' ? shown('vnd', priced?.cashFee) : shown(to, priced?.feeExchange);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="rounded-field bg-sunken px-4 py-3">
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <p className="text-muted max-sm:text-small">{isBuy ? <Trans>Số tiền cần chuyển</Trans> : <Trans>Số tiền bạn nhận</Trans>}</p>
          <Opener isOpen={isEntering} onPress={setEntering}>
            <Trans>Nhập theo số tiền</Trans>
          </Opener>
        </div>
        {isEntering && <FormPart form={form} of="amount" />}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <output
            className={clsx('block wrap-anywhere font-semibold', currency || result.length > LONG ? 'text-title sm:text-display' : 'text-display')}
            htmlFor={fieldId(form.offer, 'quantity')}
          >
            {result}
          </output>
          {currency}
        </div>
        <dl className="mt-2 grid gap-y-1 border-t border-line pt-2">
          <Line name={<Trans>Tỷ giá</Trans>}>
            {isNamed
              ? rateLines.map((line) => (
                  <span className="block" key={line}>
                    {line}
                  </span>
                ))
              : rateLines.join(' ')}
          </Line>
          <Line name={kind === 'sell' ? <Trans>Phí chuyển khoản</Trans> : <Trans>Phí</Trans>}>
            {feeDong === null ? (
              fee
            ) : (
              <Trans>
                {fee} ≈ {dongOfFee}, đã gồm
              </Trans>
            )}
            {rate.automaticFeeMax !== null && (
              <span className="block text-muted">
                <Trans>Phí thay đổi theo phí mạng, cao nhất {max}. Phí của đơn đã tạo không đổi.</Trans>
              </span>
            )}
          </Line>
          <Line name={isBuy ? <Trans>Bạn nhận</Trans> : <Trans>Bạn gửi</Trans>}>
            <b className="font-semibold text-body">{isBuy ? received : sent}</b>
          </Line>
        </dl>
        {kind !== 'sell' &&
          (hasCoupon || form.coupon ? (
            <FormPart form={form} of="coupon" />
          ) : (
            <Opener isOpen={false} onPress={setHasCoupon}>
              <Trans>Có mã giảm giá?</Trans>
            </Opener>
          ))}
      </div>
      {form.isOld && (
        <Notice look="warn" role="status">
          <Trans>Giá có thể đã cũ. Đang cập nhật lại…</Trans>
        </Notice>
      )}
      {form.rateBefore !== null && <FormPart form={form} of={form.rateBefore} />}
    </div>
  );
}

interface OpenerProps {
  readonly isOpen: boolean;
  readonly onPress: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** Button that opens what few need, and closes it. */
function Opener({ isOpen, onPress, children }: OpenerProps) {
  return (
    <button
      aria-expanded={isOpen}
      className="inline-flex min-h-touch items-center font-semibold text-brand text-small"
      onClick={() => onPress(!isOpen)}
      type="button"
    >
      {children}
    </button>
  );
}

function Line({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="ml-auto wrap-anywhere text-right text-small">{children}</dd>
    </div>
  );
}
