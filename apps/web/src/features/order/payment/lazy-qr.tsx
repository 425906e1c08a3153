import { Skeleton } from '@quydoi/ui/skeleton';
import type { ReactNode } from 'react';
import { laterPart } from '../../shell/later-part.tsx';
import { orderAppUrl } from './order-app-url.ts';
import type { PayProps } from './payment-instructions.tsx';

const WIDTH = 'w-[11rem] md:w-[17.5rem]';
/** With the button that opens the bank's app, which phones alone show. */
const HEIGHT_WITH_APP = 'h-[14rem] pointer-coarse:h-[17.5rem] md:h-[20.5rem] pointer-coarse:md:h-[24rem]';
const HEIGHT = 'h-[14rem] md:h-[20.5rem]';

const PaymentQr = laterPart(
  async () => (await import('./payment-qr.tsx')).PaymentQr,
  ({ order, instructions }: QrProps) => <Skeleton className={`${WIDTH} ${orderAppUrl(order, instructions) === null ? HEIGHT : HEIGHT_WITH_APP}`} />,
);

type QrProps = PayProps & { readonly value: string };

/** QR code to pay by; its library loads lazily. Without it, the order can still be paid by its details. */
export function LazyQr({ value, badge, ...pay }: QrProps & { readonly badge?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-2" data-qr="">
      {badge}
      <PaymentQr {...pay} value={value} />
    </div>
  );
}
