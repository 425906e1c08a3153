import type { Messages } from '@lingui/core';
import type { Locale } from '@quydoi/domain/locales';

/** Loads a compiled catalogue. */
type Load = () => Promise<{ readonly messages: Messages }>;

/** Dynamic imports by language: bundlers make a chunk of each catalogue. */
const LOADERS: Record<Locale, Load> = {
  vi: () => import('../locales/vi.ts'),
  en: () => import('../locales/en.ts'),
  zh: () => import('../locales/zh.ts'),
  ko: () => import('../locales/ko.ts'),
  ger: () => import('../locales/ger.ts'),
  tur: () => import('../locales/tur.ts'),
  jp: () => import('../locales/jp.ts'),
};

/** The order page's catalogues by language. */
const ORDER_LOADERS: Record<Locale, Load> = {
  vi: () => import('../locales/order/vi.ts'),
  en: () => import('../locales/order/en.ts'),
  zh: () => import('../locales/order/zh.ts'),
  ko: () => import('../locales/order/ko.ts'),
  ger: () => import('../locales/order/ger.ts'),
  tur: () => import('../locales/order/tur.ts'),
  jp: () => import('../locales/order/jp.ts'),
};

/** Loads the catalogue of one language, for browsers: errors, or with `order` what only the order page shows (statuses, events). */
export async function loadCatalogue(locale: Locale, part?: 'order'): Promise<Messages> {
  return (await (part ? ORDER_LOADERS : LOADERS)[locale]()).messages;
}
