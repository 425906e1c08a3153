import { AppError } from '@quydoi/contract/errors';
import type { RequestHead } from '../fast-path/request-head.ts';
import { CSRF_COOKIE, CSRF_HEADER, DEVICE_COOKIE, type Devices, isSame } from './device.ts';

/** Methods that change nothing. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects cross-site request forgery. A forged request carries our cookies but cannot know the CSRF token bound to them; a request without our
 * cookies has no authority to abuse and passes.
 * @param deviceId verified id of the device cookie, or null
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

/** Whether the browser marks the request as same-origin. Compares hosts only, since a proxy may terminate TLS. */
function isSameSite(head: RequestHead): boolean {
  const site = head.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = head.header('origin');
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === head.header('host');
}
