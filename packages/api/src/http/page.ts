import type { Caller } from '@quydoi/contract/caller';
import { headOf, type RequestContext } from '../fast-path/request-head.ts';
import type { FrameworkAnswer } from '../observe.ts';
import type { AppOptions, HttpContext } from './context.ts';

/** Lifetime of the device cookies in seconds: 400 days, the maximum that browsers allow. */
const COOKIE_SECONDS = 34_560_000;

/** Route pattern of a page, for observation. */
export function pageRoute(options: Pick<AppOptions, 'isFile'>, request: Request): string {
  return isFileRequest(options, request) ? '/*.*' : '/*';
}

/** Whether the site answers with a file. It looks the path up as sent, so Hono's path, which is percent-decoded, would name files that it renders. */
function isFileRequest(options: Pick<AppOptions, 'isFile'>, request: Request): boolean {
  return options.isFile?.(new URL(request.url).pathname) ?? false;
}

/** Shared caches must not keep a document that gives one browser its cookies. */
const PRIVATE = 'private, no-cache';

/**
 * Answers a page or one of its files, with the security headers that it does not set itself. A document sets the device cookie and
 * its CSRF token; files set no cookies, so that they can be cached.
 * @throws AppError TOO_MANY_REQUESTS for pages; existing files are not limited
 */
export async function answerPage(
  c: RequestContext,
  http: HttpContext,
  caller: Caller,
  page: (request: Request) => Promise<Response>,
): Promise<FrameworkAnswer> {
  if (!isFileRequest(http.options, c.req.raw)) http.limiter.take('page', caller);
  const made = await page(c.req.raw);
  // The headers of `Response.redirect` cannot be changed. Other answers stay as they are, so that their bytes need no stream.
  const response = made.status >= 300 && made.status < 400 ? new Response(null, made) : made;
  for (const [name, value] of Object.entries(http.securityHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  const cookies = isDocument(c.req.raw, response) ? missingCookies(c, http) : [];
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  if (cookies.length > 0) response.headers.set('cache-control', PRIVATE);
  return { response, status: response.status, requestId: null, errorCode: null };
}

/** Whether the response is a document. A 304 has no content type, so `Sec-Fetch-Dest` decides first. */
function isDocument(request: Request, response: Response): boolean {
  if (request.method !== 'GET') return false;
  return request.headers.get('sec-fetch-dest') === 'document' || (response.headers.get('content-type') ?? '').startsWith('text/html');
}

function missingCookies(c: RequestContext, http: HttpContext): string[] {
  const { cookies } = headOf(c);
  const { device, csrf } = http.cookieNames;
  const known = http.devices.read(cookies[device]);
  const deviceId = known ?? http.devices.newId(http.options.newRequestId());
  const csrfToken = http.devices.csrfTokenOf(deviceId);
  const attributes = `Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${http.options.https ? '; Secure' : ''}`;
  return [
    ...(known === null ? [`${device}=${http.devices.cookieOf(deviceId)}; ${attributes}; HttpOnly`] : []),
    ...(cookies[csrf] === csrfToken ? [] : [`${csrf}=${csrfToken}; ${attributes}`]),
  ];
}
