import { AppError } from '@quydoi/contract/errors';
import type { RequestHead } from '../fast-path/request-head.ts';
import { CSRF_COOKIE, CSRF_HEADER, DEVICE_COOKIE, type Devices, isSame } from './device.ts';

/** Methods that change nothing. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a write that another site's page made a browser send. Such a request carries our cookies but cannot know the token that
 * belongs to them; a request without our cookies has nothing that could be abused, and passes.
 * @param deviceId what the request's device cookie holds, null where it is not one that we made
 * @throws AppError CSRF_INVALID
 */
export function checkCsrf(head: RequestHead, deviceId: string | null, devices: Devices): void {
  if (SAFE_METHODS.has(head.method)) return;
  const { cookies } = head;
  const deviceCookie = cookies[DEVICE_COOKIE];
  const csrfCookie = cookies[CSRF_COOKIE];
  if (deviceCookie === undefined && csrfCookie === undefined) return;
  const wanted = deviceId === null ? null : devices.csrfTokenOf(deviceId);
  const sent = head.header(CSRF_HEADER) ?? '';
  const holds = wanted !== null && isSame(sent, wanted) && isSame(csrfCookie ?? '', wanted) && isSameSite(head);
  if (!holds) throw new AppError('CSRF_INVALID');
}

/** Whether the browser says that our own page sent this. Hosts are compared, since a proxy in front may have ended TLS. */
function isSameSite(head: RequestHead): boolean {
  const site = head.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = head.header('origin');
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === head.header('host');
}
