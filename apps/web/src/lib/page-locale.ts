import { isLocale, type Locale } from '@quydoi/domain/locales';

/** Cookie name and localStorage key of the chosen language. */
export const LANGUAGE_KEY = 'language';

/** Parses an untrusted language code; null if unknown. */
export function readLocale(text: string | null | undefined): Locale | null {
  return text !== null && text !== undefined && isLocale(text) ? text : null;
}
