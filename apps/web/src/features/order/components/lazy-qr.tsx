import { Skeleton } from '@quydoi/ui/skeleton';
import { lazy, type ReactNode, Suspense } from 'react';

const PaymentQr = lazy(async () => ({ default: (await import('./payment-qr.tsx')).PaymentQr }));

/** QR code to pay by; its library loads lazily. */
export function LazyQr({ value, refText, badge }: { readonly value: string; readonly refText: string; readonly badge?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-2" data-qr="">
      {badge}
      <Suspense fallback={<Skeleton className="h-[14.5rem] w-[11rem]" />}>
        <PaymentQr refText={refText} value={value} />
      </Suspense>
    </div>
  );
}
