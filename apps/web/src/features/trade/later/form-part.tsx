import { Trans } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { OfferRate } from '../offer.ts';
import { fieldId, type TradeFormState } from '../use-trade-form.ts';
import { AmountEntry } from './amount-entry.tsx';
import { AmountReadings } from './amount-readings.tsx';
import { CouponField } from './coupon-field.tsx';
import { FittingQuantity } from './fitting-quantity.tsx';
import { PriceMove } from './price-move.tsx';
import { ThresholdLine, ThresholdNotice } from './threshold-notice.tsx';
import { TypedHolder } from './typed-holder.tsx';
import { UnpaidOrder } from './unpaid-order.tsx';
import { useLaterMessages } from './use-later-messages.ts';

interface FormPartProps {
  readonly form: TradeFormState;
  /**
   * What is wanted: what an unclear quantity may mean, a quantity that the server would take, the field for the other side's amount, that for a
   * coupon, what an order of this value needs, at the button or in short at the quantity, a warning of letters in an account's number, the field for
   * the holder's name, an order that waits for its payment, or a notice that the price moved from the rate of before.
   */
  readonly of: 'readings' | 'fitting' | 'amount' | 'coupon' | 'threshold' | 'need' | 'letters' | 'holder' | 'unpaid' | OfferRate;
}

/** What few need of the form: one file for all of it, since the name of each file is in the first load. */
export function FormPart({ form, of }: FormPartProps) {
  useLaterMessages();
  const { unit, scale } = CURRENCIES[form.offer.code];
  if (of === 'readings') return <AmountReadings amount={form.quantity} onChoose={form.setQuantity} scale={scale} unit={unit} />;
  if (of === 'fitting') return <FittingQuantity fitting={form.fitting ?? ''} form={form} />;
  if (of === 'amount') return <AmountEntry form={form} />;
  if (of === 'coupon') return <CouponField form={form} />;
  if (of === 'unpaid') return <UnpaidOrder />;
  if (of === 'threshold') return <ThresholdNotice form={form} />;
  if (of === 'need') return <ThresholdLine form={form} />;
  if (of === 'letters') {
    return (
      <p className="text-small text-warn" role="status">
        <Trans>Số tài khoản này có chữ cái. Nếu ngân hàng không cấp cho bạn số như vậy, hãy xem lại.</Trans>
      </p>
    );
  }
  if (of === 'holder') {
    return (
      <TypedHolder
        error={form.errors.holder}
        id={fieldId(form.offer, 'holder')}
        name={form.typedHolder}
        onBlur={() => form.blur('holder')}
        onEnter={form.setTypedHolder}
      />
    );
  }
  return <PriceMove before={of} offer={form.offer} />;
}
