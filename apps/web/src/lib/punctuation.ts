import type { Locale } from '@quydoi/domain/locales';
import { useLocale } from './locale-context.tsx';

/** Whether a language is written with full-width punctuation, which takes no space. */
function isFullWidth(locale: Locale): boolean {
  return locale === 'zh' || locale === 'jp';
}

/** Between the items of a list without “and”. */
export function listComma(locale: Locale): string {
  return isFullWidth(locale) ? '、' : ', ';
}

/** Between a name and its value. */
export function colon(locale: Locale): string {
  return isFullWidth(locale) ? '：' : ': ';
}

/** Between two sentences that are texts of their own. */
export function SentenceGap(): string {
  return isFullWidth(useLocale().locale) ? '' : ' ';
}
