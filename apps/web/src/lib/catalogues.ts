import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Locale } from '@quydoi/domain/locales';
import { loadCatalogue } from '@quydoi/messages/load-catalogue';

/** The pages' own messages, a chunk for each language. */
const LOADERS: Record<Locale, () => Promise<{ readonly messages: Messages }>> = {
  vi: () => import('../locales/vi.po'),
  en: () => import('../locales/en.po'),
  zh: () => import('../locales/zh.po'),
  ko: () => import('../locales/ko.po'),
  ger: () => import('../locales/ger.po'),
  tur: () => import('../locales/tur.po'),
  jp: () => import('../locales/jp.po'),
};

/** Source files of a language's messages, by which the build's manifest names its chunks. */
export function catalogueSources(locale: Locale): readonly string[] {
  return [`src/locales/${locale}.po`, `../../packages/messages/locales/${locale}.ts`];
}

/** All messages of one language: the pages' and those that the server shares. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const [pages, shared] = await Promise.all([LOADERS[locale](), loadCatalogue(locale)]);
  return { ...shared, ...pages.messages };
}

/** An instance that speaks one language. Never the global one: a server renders many at once. */
export async function createI18n(locale: Locale): Promise<I18n> {
  return setupI18n({ locale, messages: { [locale]: await loadMessages(locale) } });
}
