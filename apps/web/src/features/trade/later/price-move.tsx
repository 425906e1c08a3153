import { Trans } from '@lingui/react/macro';
import { formatDecimalText } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import type { OfferRate } from '../offer.ts';
import { useLaterMessages } from './use-later-messages.ts';

interface PriceMoveProps {
  readonly before: OfferRate;
  readonly after: OfferRate;
  readonly priceUnit: string;
  readonly feeUnit: string;
}

/** Tells what has changed of a price since the customer last saw it: the rate, else the fee. */
export function PriceMove({ before: seen, after, priceUnit, feeUnit }: PriceMoveProps) {
  useLaterMessages();
  const { locale } = useLocale();
  const isRate = seen.value !== after.value;
  const before = formatDecimalText(isRate ? seen.value : seen.fee, locale);
  const value = formatDecimalText(isRate ? after.value : after.fee, locale);
  return isRate ? (
    <Trans>
      Giá vừa thay đổi từ {before} sang {value} {priceUnit}. Số tiền đã được tính lại.
    </Trans>
  ) : (
    <Trans>
      Phí vừa thay đổi từ {before} sang {value} {feeUnit}. Số tiền đã được tính lại.
    </Trans>
  );
}
