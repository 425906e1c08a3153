import { Trans } from '@lingui/react/macro';
import { buttonClass } from '@quydoi/ui/button';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PaymentInstructions, type PayProps } from './payment-instructions.tsx';

/**
 * Payment instructions of an order whose price has expired: folded, for customers who have paid and want to compare. `children`: what else they can
 * do.
 */
export function ExpiredInstructions({ children, ...props }: PayProps & { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="group grid gap-3" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={buttonClass({ look: 'quiet', className: 'list-none' })}>
        <Trans>Tôi đã chuyển</Trans>
        <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      {isOpen && (
        <div className="mt-2 grid gap-3">
          <p>
            <Trans>
              Bạn không cần làm gì thêm: tiền được ghi nhận ngay khi đến nơi. Hãy đối chiếu khoản đã chuyển với thông tin dưới đây; đừng chuyển thêm
              lần nữa.
            </Trans>
          </p>
          <PaymentInstructions {...props} />
          {children}
        </div>
      )}
    </details>
  );
}
