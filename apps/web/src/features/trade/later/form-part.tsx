import type { ConfigView } from '@quydoi/contract/config';
import type { OfferRate } from '../offer.ts';
import type { TradeFormState } from '../use-trade-form.ts';
import { AmountEntry } from './amount-entry.tsx';
import { CouponField } from './coupon-field.tsx';
import { MaintenanceNotice } from './maintenance-notice.tsx';
import { PriceMove } from './price-move.tsx';
import { ThresholdNotice } from './threshold-notice.tsx';
import { useLaterMessages } from './use-later-messages.ts';

interface FormPartProps {
  readonly form: TradeFormState;
  /**
   * What is wanted: the field for the other side's amount, that for a coupon, what an order of this value needs, a notice that the price moved from the
   * rate of before, or one that the trade is closed, by the site's configuration.
   */
  readonly of: 'amount' | 'coupon' | 'threshold' | OfferRate | ConfigView;
}

/** What few need of the form: one file for all of it, since the name of each file is in the first load. */
export function FormPart({ form, of }: FormPartProps) {
  useLaterMessages();
  if (of === 'amount') return <AmountEntry form={form} />;
  if (of === 'coupon') return <CouponField form={form} />;
  if (of === 'threshold') return <ThresholdNotice form={form} />;
  return 'site' in of ? <MaintenanceNotice config={of} offer={form.offer} /> : <PriceMove before={of} offer={form.offer} />;
}
