import { isLocale, type Locale } from '@quydoi/domain/locales';

/** Languages whose pages are complete; the language switch offers these. */
export const OFFERED_LOCALES = ['vi', 'en'] as const satisfies readonly Locale[];

/** Language that stands in for one whose pages are not complete yet. */
const STAND_IN: Locale = 'en';

/** Cookie and storage key of the chosen language. */
export const LANGUAGE_KEY = 'language';

/** The language that a page is shown in when `wanted` is asked for. */
export function pageLocale(wanted: Locale): Locale {
  return (OFFERED_LOCALES as readonly Locale[]).includes(wanted) ? wanted : STAND_IN;
}

/** Reads a language code from outside. */
export function readLocale(text: string | null | undefined): Locale | null {
  return text !== null && text !== undefined && isLocale(text) ? text : null;
}
