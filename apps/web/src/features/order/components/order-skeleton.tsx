import { Card } from '@quydoi/ui/card';
import { Skeleton } from '@quydoi/ui/skeleton';

/** Placeholder of the order page while loading; fills the screen, so that the footer does not move into it and out again. */
export function OrderSkeleton() {
  return (
    <div aria-busy="true" className="grid min-h-dvh grid-cols-1 content-start gap-4">
      <Skeleton className="-mt-3 h-7 w-48" />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-6">
        <div className="grid gap-4">
          <Card className="grid gap-4">
            <Skeleton className="h-[4.25rem] w-56" />
            <Skeleton className="h-[30rem] md:h-80" />
          </Card>
        </div>
        <Card>
          <Skeleton className="h-16" />
        </Card>
      </div>
    </div>
  );
}
