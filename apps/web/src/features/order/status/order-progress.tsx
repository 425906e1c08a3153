import { useLingui as useMessages } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { Card } from '@quydoi/ui/card';
import { Stepper } from '@quydoi/ui/stepper';
import { sharedById } from '../../../lib/shared-text.ts';
import { type OrderPresentation, orderSteps } from './order-presentation.ts';

interface OrderProgressProps {
  readonly presentation: OrderPresentation;
  /** Whether all of the money has gone back, which is the order's last step. */
  readonly isRefunded: boolean;
  /** Whether the badge says more of the first step than its name: a payment was claimed, or the order is cancelled. */
  readonly isFirstReplaced: boolean;
}

/** Stepper of the order's progress. */
export function OrderProgress({ presentation, isRefunded, isFirstReplaced }: OrderProgressProps) {
  const { t } = useLingui();
  const { i18n } = useMessages();
  const badge = sharedById(i18n, presentation.badgeId, {});
  const steps = isRefunded
    ? orderSteps({ ...presentation, step: 3 }, [t`Chờ thanh toán`, t`Đã nhận tiền`, badge])
    : orderSteps(presentation, [isFirstReplaced ? badge : t`Chờ thanh toán`, t`Đã nhận tiền`, t`Đang chuyển`, t`Hoàn tất`]);
  return (
    <Card className="px-2 print:hidden sm:px-3">
      <Stepper label={t`Tiến trình đơn hàng`} steps={steps} />
    </Card>
  );
}
