import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import { loadOnce } from '../../lib/load-once.ts';
import { LoadBoundary } from './load-boundary.tsx';

/**
 * A part of a page whose code loads when it is first rendered, or before by `load`. Where the code cannot be loaded, a notice says so.
 * @param fallback stands in its place, and has its size, while it loads
 */
export function laterPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode),
): ComponentType<Props> & { readonly load: () => Promise<unknown> } {
  const load = loadOnce(fetchPart);
  const Loaded = (props: Props) => {
    const Part = use(load());
    return <Part {...props} />;
  };
  const Later = (props: Props) => (
    <LoadBoundary load={load}>
      <Suspense fallback={typeof fallback === 'function' ? fallback(props) : fallback}>
        <Loaded {...props} />
      </Suspense>
    </LoadBoundary>
  );
  return Object.assign(Later, { load });
}
