import { Trans } from '@lingui/react/macro';
import { Card } from '@quydoi/ui/card';
import type { ReactNode } from 'react';
import { Folded } from '../components/folded.tsx';
import { AskedPayment } from './asked-payment.tsx';
import type { PayProps } from './payment-instructions.tsx';

/** For customers who have paid an order whose price has expired, folded: `children`, what they can do, and what the order asked for. */
export function ExpiredInstructions({ children, ...props }: PayProps & { readonly children: ReactNode }) {
  return (
    <Folded summary={<Trans>Tôi đã chuyển</Trans>}>
      {children}
      <Card className="grid grid-cols-1 gap-4">
        <p>
          <Trans>Tiền được ghi nhận ngay khi đến nơi. Hãy đối chiếu khoản đã chuyển với thông tin dưới đây; đừng chuyển thêm lần nữa.</Trans>
        </p>
        <AskedPayment {...props} />
      </Card>
    </Folded>
  );
}
