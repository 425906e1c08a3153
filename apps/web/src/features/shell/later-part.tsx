import { Skeleton } from '@quydoi/ui/skeleton';
import { type ComponentType, Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { LoadBoundary } from './load-boundary.tsx';

/** A part of a page whose code loads when it is first rendered. @param size classes of its size, which it has while it loads too */
export function laterPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  size: string | ((props: Props) => string),
): ComponentType<Props> {
  const { load, Part } = lazyPart(fetchPart);
  return (props) => (
    <LoadBoundary load={load}>
      <Suspense fallback={<Skeleton className={typeof size === 'string' ? size : size(props)} />}>
        <Part {...props} />
      </Suspense>
    </LoadBoundary>
  );
}
