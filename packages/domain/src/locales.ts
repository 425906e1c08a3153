/** Languages of the site by the code used in menus, storage and `?lang=`, with BCP 47 tag and native name. */
export const LOCALES = {
  vi: { tag: 'vi', name: 'Tiếng Việt' },
  en: { tag: 'en', name: 'English' },
  zh: { tag: 'zh-Hans', name: '简体中文' },
  ko: { tag: 'ko', name: '한국어' },
  ger: { tag: 'de', name: 'Deutsch' },
  tur: { tag: 'tr', name: 'Türkçe' },
  jp: { tag: 'ja', name: '日本語' },
} as const;

/** Code of a language. */
export type Locale = keyof typeof LOCALES;

/** All language codes, default first. */
export const LOCALE_CODES = Object.keys(LOCALES) as Locale[];

/** Fallback language. */
export const DEFAULT_LOCALE: Locale = 'vi';

/** Whether an untrusted string is a language code of the site. */
export function isLocale(value: string): value is Locale {
  return Object.hasOwn(LOCALES, value);
}

/**
 * Negotiates the language of a request: `?lang=`, then `Accept-Language`, then Vietnamese.
 * Accepts the site's codes and BCP 47 tags (`de-AT` is `ger`).
 */
export function negotiateLocale(lang: string | null | undefined, acceptLanguage: string | null | undefined): Locale {
  const wanted = [lang ?? '', ...(acceptLanguage ?? '').slice(0, 256).split(',')];
  for (const entry of wanted) {
    const tag = (entry.split(';')[0] ?? '').trim().toLowerCase();
    if (tag === '') continue;
    if (isLocale(tag)) return tag;
    const primary = tag.split('-')[0];
    const found = LOCALE_CODES.find((code) => LOCALES[code].tag.toLowerCase().split('-')[0] === primary);
    if (found) return found;
  }
  return DEFAULT_LOCALE;
}
