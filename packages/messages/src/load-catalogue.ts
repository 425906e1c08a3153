import type { Messages } from '@lingui/core';
import type { Locale } from '@quydoi/domain/locales';

/** Dynamic imports by language: bundlers make a chunk of each catalogue. */
const LOADERS: Record<Locale, () => Promise<{ readonly messages: Messages }>> = {
  vi: () => import('../locales/vi.ts'),
  en: () => import('../locales/en.ts'),
  zh: () => import('../locales/zh.ts'),
  ko: () => import('../locales/ko.ts'),
  ger: () => import('../locales/ger.ts'),
  tur: () => import('../locales/tur.ts'),
  jp: () => import('../locales/jp.ts'),
};

/** Loads the catalogue of one language (errors, statuses, events), for browsers. */
export async function loadCatalogue(locale: Locale): Promise<Messages> {
  return (await LOADERS[locale]()).messages;
}
