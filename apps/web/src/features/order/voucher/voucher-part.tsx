import type { OrderView } from '@quydoi/contract/orders/order-view';
import { Card } from '@quydoi/ui/card';
import { Skeleton } from '@quydoi/ui/skeleton';
import { laterPart } from '../../shell/later-part.tsx';
import { isVoucherAwaited } from './voucher-state.ts';

const FORM_SKELETON = (
  <Card>
    <Skeleton className="h-80" />
  </Card>
);
const CODES_SKELETON = (
  <Card>
    <Skeleton className="h-40" />
  </Card>
);

/** Where a customer pays with a voucher. */
export const VoucherPart = laterPart<{ readonly order: OrderView; readonly isTimerOver: boolean }>(
  async () => (await import('./voucher-form.tsx')).VoucherForm,
  ({ order, isTimerOver }) => (isVoucherAwaited(order, isTimerOver) ? FORM_SKELETON : null),
);

/** The vouchers that an order was paid out in. */
export const IssuedPart = laterPart<{ readonly order: OrderView; readonly orderKey: string | null; readonly nowMs: number }>(
  async () => (await import('./issued-vouchers.tsx')).IssuedVouchers,
  CODES_SKELETON,
);
