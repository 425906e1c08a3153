import { Trans } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimalText } from '@quydoi/domain/money';
import { Chip } from '@quydoi/ui/chip';
import { useLocale } from '../../../lib/locale-context.tsx';
import type { TradeFormState } from '../use-trade-form.ts';

interface FittingQuantityProps {
  readonly form: Pick<TradeFormState, 'offer' | 'setQuantity'>;
  /** Of the currency that the form is about. */
  readonly fitting: string;
}

/** Enters the quantity that the server named when it refused the order. */
export function FittingQuantity({ form, fitting }: FittingQuantityProps) {
  const { locale } = useLocale();
  // Nothing can be ordered at all.
  if (fitting === '0') return null;
  const quantity = `${formatDecimalText(fitting, locale)} ${CURRENCIES[form.offer.code].unit}`;
  return (
    <Chip className="mt-2" onClick={() => form.setQuantity(fitting)}>
      <Trans>Chọn {quantity}</Trans>
    </Chip>
  );
}
