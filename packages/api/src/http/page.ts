import type { Caller } from '@quydoi/contract/caller';
import { headOf, type RequestContext } from '../fast-path/request-head.ts';
import type { FrameworkAnswer } from '../observe.ts';
import type { HttpContext } from './context.ts';
import { CSRF_COOKIE, DEVICE_COOKIE } from './device.ts';

/** Lifetime of the device cookies in seconds: 400 days, the maximum that browsers allow. */
const COOKIE_SECONDS = 34_560_000;

/** Paths of static files; all others are rendered pages. */
const FILE = /^\/(?:assets\/.*|[^/]+\.(?!html$)[a-z0-9]+)$/;

/** Route pattern of a page's path, for observation. */
export function pageRoute(path: string): string {
  return FILE.test(path) ? '/*.*' : '/*';
}

/**
 * Answers a page or one of its files, with the security headers that it does not set itself. A document sets the device cookie and
 * its CSRF token; files set no cookies, so that they can be cached.
 * @throws AppError TOO_MANY_REQUESTS for pages; files are not limited
 */
export async function answerPage(
  c: RequestContext,
  http: HttpContext,
  caller: Caller,
  page: (request: Request) => Promise<Response>,
): Promise<FrameworkAnswer> {
  if (!FILE.test(c.req.path)) http.limiter.take('page', caller);
  const made = await page(c.req.raw);
  // The headers of `Response.redirect` cannot be changed. Other answers stay as they are, so that their bytes need no stream.
  const response = made.status >= 300 && made.status < 400 ? new Response(null, made) : made;
  for (const [name, value] of Object.entries(http.securityHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  if (isDocument(c.req.raw, response)) for (const cookie of missingCookies(c, http)) response.headers.append('set-cookie', cookie);
  return { response, status: response.status, requestId: null, errorCode: null };
}

/** Whether the response is a document. A 304 has no content type, so `Sec-Fetch-Dest` decides first. */
function isDocument(request: Request, response: Response): boolean {
  if (request.method !== 'GET') return false;
  return request.headers.get('sec-fetch-dest') === 'document' || (response.headers.get('content-type') ?? '').startsWith('text/html');
}

function missingCookies(c: RequestContext, http: HttpContext): string[] {
  const { cookies } = headOf(c);
  const known = http.devices.read(cookies[DEVICE_COOKIE]);
  const deviceId = known ?? http.devices.newId(http.options.newRequestId());
  const csrfToken = http.devices.csrfTokenOf(deviceId);
  const attributes = `Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${http.options.https ? '; Secure' : ''}`;
  return [
    ...(known === null ? [`${DEVICE_COOKIE}=${http.devices.cookieOf(deviceId)}; ${attributes}; HttpOnly`] : []),
    ...(cookies[CSRF_COOKIE] === csrfToken ? [] : [`${CSRF_COOKIE}=${csrfToken}; ${attributes}`]),
  ];
}
