import type { Messages } from '@lingui/core';
import type { Locale } from '@quydoi/domain/locales';

/** Loads the one catalogue that a browser needs; bundlers make a chunk of each. */
const LOADERS: Record<Locale, () => Promise<{ readonly messages: Messages }>> = {
  vi: () => import('../locales/vi.ts'),
  en: () => import('../locales/en.ts'),
  zh: () => import('../locales/zh.ts'),
  ko: () => import('../locales/ko.ts'),
  ger: () => import('../locales/ger.ts'),
  tur: () => import('../locales/tur.ts'),
  jp: () => import('../locales/jp.ts'),
};

/** The messages of one language: errors, statuses, events. */
export async function loadCatalogue(locale: Locale): Promise<Messages> {
  return (await LOADERS[locale]()).messages;
}
