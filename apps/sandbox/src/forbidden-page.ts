import type { Context } from 'hono';

/** How long a provider that hangs says nothing: longer than any client waits. */
export const HANGS_MS = 15_000;

/** The page of a firewall before a provider, which says nothing of our credentials. */
export function forbiddenPage(c: Context): Response {
  return c.html('<html><head><title>403 Forbidden</title></head><body><h1>403 Forbidden</h1><hr>nginx</body></html>', 403);
}
