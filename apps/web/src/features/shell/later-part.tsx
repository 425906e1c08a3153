import { type ComponentType, type ReactNode, Suspense, use, useCallback, useState } from 'react';
import { loadOnce, untilLoaded } from '../../lib/load-once.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { LoadBoundary } from './load-boundary.tsx';

/** How far below the screen a part begins to load. */
const NEAR = { rootMargin: '300px' };

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

/**
 * A part of a page that loads once it is near the screen, with its texts, which are in the order pages' catalogue. Where it cannot be loaded, the page
 * goes on without it, and tries again: a notice or a reload would be more than such a part is worth.
 * @param fallback stands in its place, and has its size, until it has loaded
 */
export function partWhenNear<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>, fallback: ReactNode): ComponentType<Props> {
  const load = loadOnce(fetchPart);
  return (props: Props) => {
    const { loadMessages } = useLocale();
    const [Part, setPart] = useState<ComponentType<Props>>();
    const watch = useCallback(
      (place: HTMLElement | null) => {
        if (!place) return;
        const observer = new IntersectionObserver((entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          observer.disconnect();
          void untilLoaded(
            () => Promise.all([load(), loadMessages('order')]),
            () => {},
          ).then(([loaded]) => setPart(() => loaded));
        }, NEAR);
        observer.observe(place);
        return () => observer.disconnect();
      },
      [loadMessages],
    );
    return Part ? (
      <Part {...props} />
    ) : (
      <div aria-busy="true" ref={watch}>
        {fallback}
      </div>
    );
  };
}
