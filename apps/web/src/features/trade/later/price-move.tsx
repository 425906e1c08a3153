import { Trans } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimalText } from '@quydoi/domain/money';
import { Notice } from '@quydoi/ui/notice';
import { useLocale } from '../../../lib/locale-context.tsx';
import type { OfferRate, TradeOption } from '../offer.ts';
import { useLaterMessages } from './use-later-messages.ts';

interface PriceMoveProps {
  readonly before: OfferRate;
  readonly offer: TradeOption;
}

/** Tells what has changed of a price since the customer last saw it: the rate, else the fee. */
export function PriceMove({ before: seen, offer: { kind, from, to, rate } }: PriceMoveProps) {
  useLaterMessages();
  const { locale } = useLocale();
  const isRate = seen.value !== rate.value;
  const before = formatDecimalText(isRate ? seen.value : seen.fee, locale);
  const value = formatDecimalText(isRate ? rate.value : rate.fee, locale);
  const priceUnit = CURRENCIES[kind === 'buy' ? from : to].unit;
  const feeUnit = CURRENCIES[to].unit;
  return (
    <Notice look="warn" role="status">
      {isRate ? (
        <Trans>
          Giá vừa thay đổi từ {before} sang {value} {priceUnit}. Số tiền đã được tính lại.
        </Trans>
      ) : (
        <Trans>
          Phí vừa thay đổi từ {before} sang {value} {feeUnit}. Số tiền đã được tính lại.
        </Trans>
      )}
    </Notice>
  );
}
