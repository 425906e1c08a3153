import { Skeleton } from '@quydoi/ui/skeleton';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { LoadBoundary } from '../../shell/load-boundary.tsx';
import type { PayProps } from './payment-instructions.tsx';

const { load, Part: PaymentQr } = lazyPart(async () => (await import('./payment-qr.tsx')).PaymentQr);

/** QR code to pay by; its library loads lazily. Without it, the order can still be paid by its details. */
export function LazyQr({ value, badge, ...pay }: PayProps & { readonly value: string; readonly badge?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-2" data-qr="">
      {badge}
      <LoadBoundary load={load}>
        <Suspense fallback={<Skeleton className="h-[14rem] w-[11rem] md:h-[20.5rem] md:w-[17.5rem]" />}>
          <PaymentQr {...pay} value={value} />
        </Suspense>
      </LoadBoundary>
    </div>
  );
}
