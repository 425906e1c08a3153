/** How long a choice of language or theme is kept. */
const CHOICE_SECONDS = 365 * 24 * 60 * 60;

/** Keeps a choice where the server sees it with the next page (a cookie), and in storage under the same name. */
export function rememberChoice(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox of recent years
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${CHOICE_SECONDS}; samesite=lax`;
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage denied: the cookie alone will do.
  }
}
