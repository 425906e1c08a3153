import { MINUTE_MS } from '@quydoi/domain/durations';
import { useEffect } from 'react';

/** How long a page may be out of view with codes on it: long enough to paste one elsewhere and come back for the other. */
const AWAY_MS_MAX = MINUTE_MS;

/** Hides what is shown when the page is left, or has been out of view for a minute. */
export function useHideWhenLeft(isShown: boolean, hide: () => void): void {
  useEffect(() => {
    if (!isShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let awaySince = 0;
    const onVisibility = () => {
      clearTimeout(timer);
      if (document.hidden) {
        awaySince = performance.now();
        timer = setTimeout(hide, AWAY_MS_MAX);
      } else if (awaySince > 0 && performance.now() - awaySince >= AWAY_MS_MAX) {
        // Timers of a page that is out of view may stand still.
        hide();
      }
    };
    // A page that is left is kept for "back", as it was.
    addEventListener('pagehide', hide);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', hide);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [isShown, hide]);
}
