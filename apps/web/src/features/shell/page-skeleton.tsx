import { Card } from '@quydoi/ui/card';
import { Skeleton } from '@quydoi/ui/skeleton';
import { useConfig } from '../../lib/site-data.ts';

/**
 * Placeholder of a page that is loading; fills the screen, so that the footer does not move into it and out again. Empty once the configuration could not
 * be loaded: the site's notice says so, and nothing loads any more.
 */
export function PageSkeleton() {
  const { failed } = useConfig();
  if (failed) return null;
  return (
    <div aria-busy="true" className="mx-auto grid min-h-dvh w-full max-w-3xl content-start gap-4">
      <Skeleton className="h-7 w-48" />
      <Card className="grid gap-4">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="h-28" />
        <Skeleton className="h-11" />
      </Card>
    </div>
  );
}
