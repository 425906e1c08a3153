import { nowMs } from './clock.ts';
import { orderKeyOf } from './order-keys.ts';

/** Time within which a page is not reloaded a second time, in milliseconds. */
const PAUSE_MS = 60_000;
const RELOADED_KEY = 'reloadedAt';

/**
 * Reloads the page because a part of it could not be loaded, as after a deploy: once, and only if the server answers, because the browser's own
 * error page would take away what is shown. @param orderRef reference of the order that the page shows, whose key is kept in the link
 */
export async function reloadOnce(orderRef: string | undefined): Promise<void> {
  try {
    if (nowMs() - Number(sessionStorage.getItem(RELOADED_KEY)) < PAUSE_MS) return;
    const { ok } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    if (!ok) return;
    sessionStorage.setItem(RELOADED_KEY, String(nowMs()));
  } catch {
    // Offline; or no storage, and so no way to know that this is the second time.
    return;
  }
  const key = orderRef === undefined ? null : orderKeyOf(orderRef);
  if (key !== null) history.replaceState(history.state, '', `#k=${key}`);
  location.reload();
}
