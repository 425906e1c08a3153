import { isLocale, type Locale } from '@quydoi/domain/locales';

/** Languages whose pages are complete; the language switch offers these. */
export const OFFERED_LOCALES = ['vi', 'en'] as const satisfies readonly Locale[];

/** A language whose pages are complete. */
export type OfferedLocale = (typeof OFFERED_LOCALES)[number];

/** Language that stands in for one whose pages are not complete yet. */
const STAND_IN: OfferedLocale = 'en';

/** Cookie and storage key of the chosen language. */
export const LANGUAGE_KEY = 'language';

/** The language that a page is shown in when `wanted` is asked for. */
export function pageLocale(wanted: Locale): OfferedLocale {
  return OFFERED_LOCALES.find((code) => code === wanted) ?? STAND_IN;
}

/** Reads a language code from outside. */
export function readLocale(text: string | null | undefined): Locale | null {
  return text !== null && text !== undefined && isLocale(text) ? text : null;
}
