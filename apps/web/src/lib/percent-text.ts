import type { Locale } from '@quydoi/domain/locales';

/** Percentage as the language writes it: `0,5%`, `0,5 %`, `%0,5`. @param number already formatted */
export function percentText(number: string, locale: Locale): string {
  if (locale === 'tur') return `%${number}`;
  return locale === 'ger' ? `${number}\u00a0%` : `${number}%`;
}
