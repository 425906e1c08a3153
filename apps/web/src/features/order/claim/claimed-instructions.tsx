import { Trans } from '@lingui/react/macro';
import { Card } from '@quydoi/ui/card';
import { Folded } from '../components/folded.tsx';
import { AskedPayment } from '../payment/asked-payment.tsx';
import { PaymentInstructions, type PayProps } from '../payment/payment-instructions.tsx';

/** How to pay an order whose payment was claimed, folded: for who has not paid after all. Once its price has expired, only to compare. */
export function ClaimedInstructions({ isTimerOver, ...pay }: PayProps & { readonly isTimerOver: boolean }) {
  if (isTimerOver) {
    return (
      <Folded summary={<Trans>Thông tin chuyển tiền của đơn</Trans>}>
        <Card>
          <AskedPayment {...pay} />
        </Card>
      </Folded>
    );
  }
  return (
    <Folded summary={<Trans>Tôi chưa chuyển, xem lại cách chuyển</Trans>}>
      <PaymentInstructions {...pay} />
    </Folded>
  );
}
