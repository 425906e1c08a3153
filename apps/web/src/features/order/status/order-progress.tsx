import { useLingui } from '@lingui/react/macro';
import { Card } from '@quydoi/ui/card';
import { Stepper } from '@quydoi/ui/stepper';
import { type OrderPresentation, orderSteps } from './order-presentation.ts';

/** Stepper of the order's progress. */
export function OrderProgress({ presentation }: { readonly presentation: OrderPresentation }) {
  const { t } = useLingui();
  return (
    <Card className="px-2 print:hidden sm:px-3">
      <Stepper label={t`Tiến trình đơn hàng`} steps={orderSteps(presentation, [t`Chờ thanh toán`, t`Đã nhận tiền`, t`Đang chuyển`, t`Hoàn tất`])} />
    </Card>
  );
}
