import { AppError } from '@quydoi/contract/errors';
import type { RequestHead } from '../fast-path/request-head.ts';
import type { HttpContext } from './context.ts';
import { CSRF_HEADER, isSame } from './device.ts';

/** Methods that change nothing. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects cross-site request forgery. A forged request carries our cookies but cannot know the CSRF token bound to them. Without our cookies
 * there is only a browser's own word, `Sec-Fetch-Site`: another site's page must not spend its visitors' addresses. Programs send neither.
 * The token is the device's: a session's cookie without one, as no page of ours leaves a browser, is refused.
 * @param deviceId verified id of the device cookie, or null
 * @throws AppError CSRF_INVALID
 */
export function checkCsrf(head: RequestHead, deviceId: string | null, { devices, cookieNames }: Pick<HttpContext, 'devices' | 'cookieNames'>): void {
  if (SAFE_METHODS.has(head.method)) return;
  const { cookies } = head;
  const deviceCookie = cookies[cookieNames.device];
  const csrfCookie = cookies[cookieNames.csrf];
  if (deviceCookie === undefined && csrfCookie === undefined && cookies[cookieNames.session] === undefined) {
    if (isMarkedCrossSite(head)) throw new AppError('CSRF_INVALID');
    return;
  }
  const wanted = deviceId === null ? null : devices.csrfTokenOf(deviceId);
  const sent = head.header(CSRF_HEADER) ?? '';
  const holds = wanted !== null && isSame(sent, wanted) && isSame(csrfCookie ?? '', wanted) && isSameSite(head);
  if (!holds) throw new AppError('CSRF_INVALID');
}

/** Whether the browser marks the request as same-origin. Compares hosts only, since a proxy may terminate TLS. */
function isSameSite(head: RequestHead): boolean {
  if (isMarkedCrossSite(head)) return false;
  const origin = head.header('origin');
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === head.header('host');
}

/** Whether the browser says that another origin's page made the request; a sibling subdomain is another origin too. */
function isMarkedCrossSite(head: RequestHead): boolean {
  const site = head.header('sec-fetch-site');
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
