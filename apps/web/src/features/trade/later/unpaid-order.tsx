import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { orderPath } from '../../../lib/order-paths.ts';
import { TradeText } from '../../../lib/trade-text.tsx';
import { OrderFollower, useAnswers, useKnownOrders } from '../../history/use-known-orders.ts';

/**
 * Link to the newest order of this device that waits for its payment: who goes back from it to the form might order twice. Shown once its state was
 * read, because it may have been paid since.
 */
export function UnpaidOrder() {
  const { locale } = useLocale();
  const { answers, noteAnswer } = useAnswers();
  const [unpaid] = useKnownOrders().filter(({ turn, badgeId }) => turn === 'yours' && badgeId === 'status.pending');
  if (!unpaid) return null;
  const { ref, kind, from, to } = unpaid;
  const [sent, received] = [formatAmount(from, BigInt(unpaid.sent), locale), formatAmount(to, BigInt(unpaid.received), locale)];
  return (
    <>
      <OrderFollower key={ref} onAnswer={noteAnswer} orderRef={ref} />
      {answers.get(ref) && (
        <Link className="-my-3 py-2.5 text-center text-small" href={orderPath(ref)}>
          <Trans>Bạn còn đơn chờ chuyển tiền:</Trans>{' '}
          <b className="font-semibold">
            <TradeText kind={kind} received={received} sent={sent} />
          </b>
        </Link>
      )}
    </>
  );
}
