import { Card } from '@quydoi/ui/card';
import { Skeleton } from '@quydoi/ui/skeleton';

/** Where the server puts the preview of an order, which it writes for each request. */
export const PREVIEW_MARK = '<!--preview-->';

/**
 * Placeholder of the order page while loading; fills the screen, so that the footer does not move into it and out again. A preview that the server
 * wrote stands in its place until the order has loaded.
 */
export function OrderSkeleton() {
  return (
    <div aria-busy="true" className="min-h-dvh">
      {/* React keeps what the server wrote into it: our own rendering, see `withOrder`. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
      <div className="peer" dangerouslySetInnerHTML={{ __html: PREVIEW_MARK }} suppressHydrationWarning />
      <Placeholders />
    </div>
  );
}

function Placeholders() {
  return (
    <div className="grid grid-cols-1 content-start gap-4 peer-has-[*]:hidden">
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
