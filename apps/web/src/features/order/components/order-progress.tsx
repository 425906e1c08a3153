import { useLingui } from '@lingui/react/macro';
import { Card } from '@quydoi/ui/card';
import { Stepper } from '@quydoi/ui/stepper';
import { type OrderFace, orderSteps } from '../order-face.ts';

/** Where the order stands on its way. */
export function OrderProgress({ face }: { readonly face: OrderFace }) {
  const { t } = useLingui();
  return (
    <Card className="px-2 print:hidden sm:px-3">
      <Stepper label={t`Tiến trình đơn hàng`} steps={orderSteps(face, [t`Chờ thanh toán`, t`Đã nhận tiền`, t`Đang chuyển`, t`Hoàn tất`])} />
    </Card>
  );
}
