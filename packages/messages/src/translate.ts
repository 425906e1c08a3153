import { type I18n, setupI18n } from '@lingui/core';
import { LOCALE_CODES, type Locale } from '@quydoi/domain/locales';
import { messages as en } from '../locales/en.ts';
import { messages as ger } from '../locales/ger.ts';
import { messages as jp } from '../locales/jp.ts';
import { messages as ko } from '../locales/ko.ts';
import { messages as tur } from '../locales/tur.ts';
import { messages as vi } from '../locales/vi.ts';
import { messages as zh } from '../locales/zh.ts';

/** All catalogues, for the server. A browser loads one, by `load-catalogue.ts`. */
export const CATALOGUES = { vi, en, zh, ko, ger, tur, jp } as const satisfies Record<Locale, typeof vi>;

/** One instance per language: requests in different languages never share a current locale. */
const instances = new Map<Locale, I18n>(LOCALE_CODES.map((locale) => [locale, setupI18n({ locale, messages: { [locale]: CATALOGUES[locale] } })]));

/**
 * A message in a language. Values are put in as they are, so format amounts before. An unknown id is answered with itself: what nobody
 * translated is still shown.
 */
export function translate(locale: Locale, id: string, values: Readonly<Record<string, string>> = {}): string {
  if (!Object.hasOwn(CATALOGUES[locale], id)) return id;
  return instances.get(locale)?._(id, { ...values }) ?? id;
}

/** The message of an error code; an unknown code is answered with `fallback`. */
export function translateError(locale: Locale, code: string, values: Readonly<Record<string, string>> = {}, fallback: string = code): string {
  const id = `error.${code}`;
  return Object.hasOwn(CATALOGUES[locale], id) ? translate(locale, id, values) : fallback;
}
