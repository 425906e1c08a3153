import { AppError } from '@quydoi/contract/errors';
import { CSRF_COOKIE, CSRF_HEADER, DEVICE_COOKIE, type Devices, isSame } from './device.ts';

/** Methods that change nothing. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a write that another site's page made a browser send. Such a request carries our cookies but cannot know the token that
 * belongs to them; a request without our cookies has nothing that could be abused, and passes.
 * @throws AppError CSRF_INVALID
 */
export function checkCsrf(request: Request, cookies: Readonly<Record<string, string>>, devices: Devices): void {
  if (SAFE_METHODS.has(request.method)) return;
  const deviceCookie = cookies[DEVICE_COOKIE];
  const csrfCookie = cookies[CSRF_COOKIE];
  if (deviceCookie === undefined && csrfCookie === undefined) return;
  const deviceId = devices.read(deviceCookie);
  const wanted = deviceId === null ? null : devices.csrfTokenOf(deviceId);
  const sent = request.headers.get(CSRF_HEADER) ?? '';
  const holds = wanted !== null && isSame(sent, wanted) && isSame(csrfCookie ?? '', wanted) && isSameSite(request);
  if (!holds) throw new AppError('CSRF_INVALID');
}

/** Whether the browser says that our own page sent this. Hosts are compared, since a proxy in front may have ended TLS. */
function isSameSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === (request.headers.get('host') ?? new URL(request.url).host);
}
