import { KEY_PATTERN } from '../../lib/order-keys.ts';

/** Extracts the order key from a URL: the fragment `#k=…`, or the query `?k=…` of links that lost their fragment. */
export function keyInUrl(address: URL): string | null {
  const key = new URLSearchParams(address.hash.slice(1)).get('k') ?? address.searchParams.get('k');
  return key !== null && KEY_PATTERN.test(key) ? key : null;
}

/** Moves the order key from the query string, which servers log, to the fragment. Returns the path. */
export function withKeyInFragment(address: URL, key: string): string {
  const moved = new URL(address);
  moved.searchParams.delete('k');
  return `${moved.pathname}${moved.search}#k=${key}`;
}
