import { Trans } from '@lingui/react/macro';
import { Card } from '@quydoi/ui/card';
import { Skeleton } from '@quydoi/ui/skeleton';

/** Placeholder of the order page while loading; fills the screen, so that the footer does not move into it and out again. */
export function OrderSkeleton({ refText }: { readonly refText: string }) {
  return (
    <div aria-busy="true" className="grid min-h-dvh grid-cols-1 content-start gap-4">
      <h1 className="flex min-h-[4.5rem] items-start font-semibold text-title sm:min-h-touch sm:items-center">
        <Trans>
          Đơn hàng <span className="ml-2 tracking-wide">{refText}</span>
        </Trans>
      </h1>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="grid gap-4">
          <Card className="grid gap-3">
            <Skeleton className="h-7 w-32" />
            <Skeleton className="h-9" />
            <Skeleton className="h-18 sm:h-12" />
            <Skeleton className="h-11 w-20" />
          </Card>
          <Card className="grid gap-4">
            <Skeleton className="h-14 w-56" />
            <Skeleton className="h-60" />
          </Card>
        </div>
        <Card>
          <Skeleton className="h-16" />
        </Card>
      </div>
    </div>
  );
}
