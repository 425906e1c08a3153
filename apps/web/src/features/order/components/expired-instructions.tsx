import { Trans } from '@lingui/react/macro';
import { buttonClass } from '@quydoi/ui/button';
import { Card } from '@quydoi/ui/card';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AskedPayment } from './asked-payment.tsx';
import type { PayProps } from './payment-instructions.tsx';

/** For customers who have paid an order whose price has expired, folded: `children`, what they can do, and what the order asked for. */
export function ExpiredInstructions({ children, ...props }: PayProps & { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="group grid gap-3" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={buttonClass({ look: 'quiet', className: 'list-none' })}>
        <Trans>Tôi đã chuyển</Trans>
        <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      {isOpen && (
        <div className="mt-2 grid grid-cols-1 gap-3">
          {children}
          <Card className="grid grid-cols-1 gap-4">
            <p>
              <Trans>
                Bạn không cần làm gì thêm: tiền được ghi nhận ngay khi đến nơi. Hãy đối chiếu khoản đã chuyển với thông tin dưới đây; đừng chuyển thêm
                lần nữa.
              </Trans>
            </p>
            <AskedPayment {...props} />
          </Card>
        </div>
      )}
    </details>
  );
}
