import { Skeleton } from '@quydoi/ui/skeleton';
import type { ReactNode } from 'react';
import { laterPart } from '../../shell/later-part.tsx';
import { orderAppUrl } from './order-app-url.ts';
import type { PayProps } from './payment-instructions.tsx';
import { BESIDE_QR, QR_AND_BUTTONS } from './qr-layout.ts';

const PaymentQr = laterPart(
  async () => (await import('./payment-qr.tsx')).PaymentQr,
  ({ order, instructions, badge }: QrProps) => (
    <div className={QR_AND_BUTTONS}>
      <Skeleton className="size-44 md:size-70.5" />
      <div className={BESIDE_QR}>
        {badge}
        {/* The button that opens an app, which phones alone show. */}
        {orderAppUrl(order, instructions) !== null && <span className="hidden h-11 w-full pointer-coarse:block md:w-48" />}
        <span className="h-11 w-24 md:w-48" />
      </div>
    </div>
  ),
);

/** Props of the QR code with its badge and buttons. */
export interface QrProps extends PayProps {
  readonly value: string;
  /** What the code is for. */
  readonly badge?: ReactNode;
}

/** QR code to pay by; its library loads lazily. Without it, the order can still be paid by its details. */
export function LazyQr({ badge, ...pay }: QrProps) {
  return (
    <div className="grid justify-items-center" data-qr="">
      <PaymentQr {...pay} badge={badge && <div className="flex justify-center md:basis-full">{badge}</div>} />
    </div>
  );
}
