import type { ReactNode } from 'react';
import { laterPart } from '../../shell/later-part.tsx';
import type { PayProps } from './payment-instructions.tsx';

const PaymentQr = laterPart(async () => (await import('./payment-qr.tsx')).PaymentQr, 'h-[14rem] w-[11rem] md:h-[20.5rem] md:w-[17.5rem]');

/** QR code to pay by; its library loads lazily. Without it, the order can still be paid by its details. */
export function LazyQr({ value, badge, ...pay }: PayProps & { readonly value: string; readonly badge?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-2" data-qr="">
      {badge}
      <PaymentQr {...pay} value={value} />
    </div>
  );
}
