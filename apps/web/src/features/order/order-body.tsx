import type { OrderView } from '@quydoi/contract/orders';
import { COUNTDOWN_TICK_MS } from '@quydoi/domain/constants';
import { Card } from '@quydoi/ui/card';
import { OrderClock } from './components/order-clock.tsx';
import { OrderDetails } from './components/order-details.tsx';
import { OrderHeader } from './components/order-header.tsx';
import { OrderLog } from './components/order-log.tsx';
import { OrderProgress } from './components/order-progress.tsx';
import { OrderStatus } from './components/order-status.tsx';
import { PaymentInstructions } from './components/payment-instructions.tsx';
import { ReviewForm } from './components/review-form.tsx';
import { Support } from './components/support.tsx';
import { isTakingLong, orderFace } from './order-face.ts';
import { type useOrder, useServerNow } from './use-order.ts';

type OrderBodyProps = Omit<ReturnType<typeof useOrder>, 'order' | 'error' | 'isUnreachable'> & { readonly order: OrderView };

/** Top to bottom on a phone: status, amount, QR, fields, clock, steps, details, support. */
export function OrderBody({ order, orderKey, act, clockSkewMs }: OrderBodyProps) {
  const isTimed = order.instructions !== null && (order.status === 'pending' || order.reason === 'underpaid');
  const isWaiting = order.finalAt === null;
  // Half a second where a clock is shown; elsewhere only "this takes long" depends on time.
  const now = useServerNow(clockSkewMs, isTimed ? COUNTDOWN_TICK_MS : COUNTDOWN_TICK_MS * 20, isWaiting);
  const isTimerOver = now >= order.expiresAt.getTime();
  const face = orderFace(order, isTimerOver);
  return (
    <>
      <OrderHeader orderKey={orderKey} refText={order.ref} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="grid grid-cols-1 gap-4">
          <OrderStatus act={act} face={face} isTakingLong={isTakingLong(order, now)} order={order} />
          {order.instructions && (order.status === 'pending' || !isTimerOver) && (
            <PaymentInstructions instructions={order.instructions} order={order} />
          )}
          {isTimed && (
            <Card>
              <OrderClock leftSeconds={(order.expiresAt.getTime() - now) / 1000} totalSeconds={order.timerSeconds} />
            </Card>
          )}
          <OrderProgress face={face} />
          {order.actions.includes('review') && <ReviewForm refText={order.ref} />}
          <OrderLog events={order.events} now={new Date(now)} />
        </div>
        <div className="grid grid-cols-1 gap-4">
          <OrderDetails order={order} />
          <Support refText={order.ref} />
        </div>
      </div>
    </>
  );
}
