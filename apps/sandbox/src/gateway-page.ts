import type { Context } from 'hono';

/** How long a provider that hangs says nothing: longer than any client waits. */
export const HANGS_MS = 15_000;

const PAGES = { 401: 'Authorization Required', 403: 'Forbidden' } as const;

/** The page of a gateway or firewall before a provider, which says nothing of our credentials. */
export function gatewayPage(c: Context, status: keyof typeof PAGES): Response {
  const title = `${status} ${PAGES[status]}`;
  return c.html(`<html><head><title>${title}</title></head><body><h1>${title}</h1><hr>nginx</body></html>`, status);
}
