/** The CSRF token in the page's cookies; null outside a page. */
export function readCsrfCookie(): string | null {
  const page = (globalThis as { document?: { cookie: string } }).document;
  return /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(page?.cookie ?? '')?.[1] ?? null;
}
