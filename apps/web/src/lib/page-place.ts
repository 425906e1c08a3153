import { useEffect, useRef } from 'react';

/** Options of a navigation to another choice of the same form: the customer stays where they are on the page. */
export const IN_PLACE = { state: { isInPlace: true } } as const;

/** Ways to another address: the browser's, and those that the router reports. */
const WAYS = ['popstate', 'pushState', 'replaceState'] as const;

/** Whether the address was reached by a navigation `IN_PLACE`. */
export function isInPlace(): boolean {
  return (history.state as { readonly isInPlace?: boolean } | null)?.isInPlace === true;
}

/**
 * Starts a page at its top. Exceptions: the page that was loaded, and one that is returned to, whose place the browser restores; an address with a
 * fragment; a navigation `IN_PLACE`.
 */
export function usePageTop(path: string): void {
  const shown = useRef(path);
  const way = useRef('');
  useEffect(() => {
    const note = ({ type }: Event) => {
      way.current = type;
    };
    // Before the router, which renders the next page.
    for (const name of WAYS) addEventListener(name, note, { capture: true });
    return () => {
      for (const name of WAYS) removeEventListener(name, note, { capture: true });
    };
  }, []);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (way.current !== 'popstate' && location.hash === '' && !isInPlace()) window.scrollTo(0, 0);
  }, [path]);
}
