import type { HTTPLinkOptions } from '@trpc/client';

/** The part of `fetch` that the client uses. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** A fetch as links want it. */
export type LinkFetch = NonNullable<HTTPLinkOptions<{ transformer: false; errorShape: never }>['fetch']>;

/** Hands a fetch to a link. */
export function linkFetch(fetch: Fetch): LinkFetch {
  return (input, init) => fetch(String(input), init as RequestInit);
}

/**
 * A fetch for polled paths: the browser's cache asks the server whether its copy is current (a 304 costs no body), and as long as the
 * entity tag stays the same the very same object is given out, so that nothing that depends on it has to be compared or rendered again.
 */
export function keepUnchanged(fetch: Fetch): LinkFetch {
  const kept = new Map<string, { readonly etag: string; readonly json: unknown }>();
  return async (input, init) => {
    const url = String(input);
    const response = await fetch(url, { ...(init as RequestInit), cache: 'no-cache' });
    const etag = response.headers.get('etag');
    const last = kept.get(url);
    if (etag !== null && last?.etag === etag) {
      // Read to the end, so that the connection can be used again.
      await response.arrayBuffer();
      return { ok: true, json: async () => last.json };
    }
    const json: unknown = await response.json();
    if (etag !== null && response.ok) kept.set(url, { etag, json });
    return { ok: response.ok, json: async () => json };
  };
}
