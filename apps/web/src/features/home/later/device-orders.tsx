import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { OrderFollower, useAnswers, useKnownOrders, useOpenRefs } from '../../history/use-known-orders.ts';
import type { OrderTurn } from '../../order/order-summaries.ts';
import { Tagline } from '../components/tagline.tsx';

/**
 * Link to the orders of this device, with how many wait for the customer, then how many for us, once that was read: an order that has been paid since
 * would alarm. As high as the tagline, whose place it takes.
 */
export function DeviceOrders() {
  const open = useOpenRefs();
  const orders = useKnownOrders();
  const { answers, noteAnswer } = useAnswers();
  // At once, and not one after the other.
  const hasAnswers = open.every((ref) => answers.has(ref));
  const countOf = (wanted: OrderTurn) => orders.filter(({ ref, turn }) => hasAnswers && turn === wanted && answers.get(ref)).length;
  const [yours, ours] = [countOf('yours'), countOf('ours')];
  // An order that waits for its payment is no alarm: the payment may be on its way.
  const hasDecision = orders.some(({ turn, badgeId }) => turn === 'yours' && badgeId !== 'status.pending');
  return (
    <div className="grid *:[grid-area:1/1]">
      {open.map((ref) => (
        <OrderFollower key={ref} onAnswer={noteAnswer} orderRef={ref} />
      ))}
      <div className={orders.length > 0 ? 'invisible' : undefined}>
        <Tagline />
      </div>
      {orders.length > 0 && (
        <Link className="-mt-1.5 -mb-2.5 py-2.5 text-ink no-underline hover:text-brand" href="/history">
          {yours > 0 && (
            <b className={clsx('font-semibold', hasDecision && 'text-warn')}>
              <Trans>Chờ bạn xử lý</Trans> ({yours}){' · '}
            </b>
          )}
          {ours > 0 && (
            <>
              <Trans>Đang xử lý</Trans> ({ours}){' · '}
            </>
          )}
          <span className="font-semibold text-brand">
            <Trans>Đơn của bạn trên thiết bị này</Trans>
            <ChevronRight aria-hidden="true" className="inline size-5 align-[-0.3em]" />
          </span>
        </Link>
      )}
    </div>
  );
}
