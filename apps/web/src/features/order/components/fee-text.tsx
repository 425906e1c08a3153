import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { feeDongOf, feeOf } from '../fee-of.ts';

/** An order's fee; of a purchase also in dong, so that its price can be added up. */
export function FeeText({ order }: { readonly order: OrderView }) {
  const { locale } = useLocale();
  const { code, amount } = feeOf(order);
  const dong = feeDongOf(order);
  const [fee, feeInDong] = [formatAmount(code, amount, locale), formatAmount('vnd', dong ?? 0n, locale)];
  return dong === null ? (
    fee
  ) : (
    <Trans>
      {fee} ≈ {feeInDong}, đã gồm
    </Trans>
  );
}
