import { useEffect } from 'react';
import { useConfig } from '../../../lib/site-data.ts';

/** Sets the tab's title, followed by the site's name. */
export function useTabTitle(text: string): void {
  const { config } = useConfig();
  const title = `${text} | ${config?.site.title ?? ''}`;
  useEffect(() => {
    // After the route's own title, which is set once the whole page has been rendered.
    const timer = setTimeout(() => {
      document.title = title;
    });
    return () => clearTimeout(timer);
  }, [title]);
}
