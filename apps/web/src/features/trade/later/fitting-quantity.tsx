import { Trans } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimalText } from '@quydoi/domain/money';
import { Chip } from '@quydoi/ui/chip';
import { useLocale } from '../../../lib/locale-context.tsx';
import type { TradeFormState } from '../use-trade-form.ts';

/** Enters the quantity that the server named when it refused the order. */
export function FittingQuantity({ form }: { readonly form: TradeFormState }) {
  const { locale } = useLocale();
  const { fitting = '' } = form;
  // Nothing can be ordered at all.
  if (fitting === '0') return null;
  const quantity = `${formatDecimalText(fitting, locale)} ${CURRENCIES[form.offer.code].unit}`;
  return (
    <Chip className="mt-2" onClick={() => form.setQuantity(fitting)}>
      <Trans>Chọn {quantity}</Trans>
    </Chip>
  );
}
