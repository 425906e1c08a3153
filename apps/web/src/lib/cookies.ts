/** Lifetime of a language or theme choice. */
const CHOICE_SECONDS = 365 * 24 * 60 * 60;

/** Persists a choice as a cookie, which the server reads, and in localStorage under the same name. */
export function rememberChoice(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox of recent years
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${CHOICE_SECONDS}; samesite=lax`;
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage denied: the cookie alone suffices.
  }
}
