import { DEFAULT_LOCALE, type Locale } from '@quydoi/domain/locales';

/** Languages to look for an operator's text in, the best first: the wanted one, else English, else Vietnamese. */
export function textLocales(wanted: Locale): readonly Locale[] {
  return [wanted, 'en', DEFAULT_LOCALE];
}
