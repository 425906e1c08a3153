import { isLocale, type Locale } from '@quydoi/domain/locales';

/** Languages with complete translations, offered by the language switch. */
export const OFFERED_LOCALES = ['vi', 'en'] as const satisfies readonly Locale[];

/** A language with complete translations. */
export type OfferedLocale = (typeof OFFERED_LOCALES)[number];

/** Fallback for languages without complete translations. */
const FALLBACK: OfferedLocale = 'en';

/** Cookie name and localStorage key of the chosen language. */
export const LANGUAGE_KEY = 'language';

/** Language to render for a requested one. */
export function pageLocale(wanted: Locale): OfferedLocale {
  return OFFERED_LOCALES.find((code) => code === wanted) ?? FALLBACK;
}

/** Parses an untrusted language code; null if unknown. */
export function readLocale(text: string | null | undefined): Locale | null {
  return text !== null && text !== undefined && isLocale(text) ? text : null;
}
