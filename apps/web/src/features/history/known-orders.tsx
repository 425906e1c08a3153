import { Trans, useLingui } from '@lingui/react/macro';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Chip } from '@quydoi/ui/chip';
import { type ReactNode, useState } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { ORDER_TURNS, type OrderSummary, type OrderTurn } from '../order/order-summaries.ts';
import { isVietnamClock } from '../order/order-time.ts';
import { ForgetOrders } from './forget-orders.tsx';
import { KnownOrder } from './known-order.tsx';
import { OrderFollower, useAnswers, useKnownOrders, useOpenRefs } from './use-known-orders.ts';

const TURNS: Readonly<Record<OrderTurn, ReactNode>> = {
  yours: <Trans>Chờ bạn xử lý</Trans>,
  ours: <Trans>Đang xử lý</Trans>,
  done: <Trans>Đã xong</Trans>,
};

/** The orders of this device, kept up to date. */
export function KnownOrders() {
  const open = useOpenRefs();
  const orders = useKnownOrders();
  const { answers, noteAnswer } = useAnswers();
  return (
    <>
      {open.map((ref) => (
        <OrderFollower key={ref} onAnswer={noteAnswer} orderRef={ref} />
      ))}
      {orders.length > 0 && <OrderList answers={answers} orders={orders} />}
    </>
  );
}

/** A list of orders, to filter by who has to act next, and to forget. */
function OrderList({ orders, answers }: { readonly orders: readonly OrderSummary[]; readonly answers: ReadonlyMap<string, boolean> }) {
  const { t } = useLingui();
  const [turn, setTurn] = useState<OrderTurn | null>(null);
  const countOf = (wanted: OrderTurn) => orders.filter((order) => order.turn === wanted).length;
  const turns = ORDER_TURNS.filter((wanted) => countOf(wanted) > 0);
  // An order that has moved on can leave the chosen group empty.
  const chosen = turn !== null && turns.includes(turn) ? turn : null;
  const chip = (wanted: OrderTurn | null, name: ReactNode, count: number) => (
    <Chip
      aria-pressed={chosen === wanted}
      className={chosen === wanted ? 'border-brand! bg-brand-soft! font-semibold' : undefined}
      key={wanted}
      onClick={() => setTurn(wanted)}
    >
      {name} ({count})
    </Chip>
  );
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardTitle>
        <Trans>Đơn trên thiết bị này</Trans>
      </CardTitle>
      {!isVietnamClock(new Date(nowMs())) && (
        <p className="text-muted text-small">
          <Trans>Theo giờ Việt Nam</Trans>
        </p>
      )}
      {turns.length > 1 && (
        <fieldset aria-label={t`Lọc đơn`} className="flex flex-wrap gap-3">
          {chip(null, <Trans>Tất cả</Trans>, orders.length)}
          {turns.map((wanted) => chip(wanted, TURNS[wanted], countOf(wanted)))}
        </fieldset>
      )}
      <ul className="divide-y divide-line">
        {orders
          .filter((order) => chosen === null || order.turn === chosen)
          .map((order) => (
            <KnownOrder isCurrent={order.turn === 'done' || answers.get(order.ref) === true} key={order.ref} order={order} />
          ))}
      </ul>
      <ForgetOrders orders={orders} />
    </Card>
  );
}
