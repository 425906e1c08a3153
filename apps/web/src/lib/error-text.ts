import type { I18n } from '@lingui/core';
import { refusalOf } from '@quydoi/client/errors';
import { isErrorCode } from '@quydoi/contract/errors';
import type { Locale } from '@quydoi/domain/locales';
import { formatDecimalText } from './format.ts';
import { sharedText } from './shared-text.ts';

/** Values of messages that are numbers and are written in the language's own way. */
const NUMBER_PARAMS = ['n', 'amount'] as const;

/** The words of an error code in the page's language. */
export function codeText(i18n: I18n, locale: Locale, code: string, params: Readonly<Record<string, string>>): string {
  const shown: Record<string, string> = { ...params };
  for (const name of NUMBER_PARAMS) if (shown[name] !== undefined) shown[name] = formatDecimalText(shown[name], locale);
  return sharedText(i18n, 'error', code, shown);
}

/** The words of a refusal: ours in the page's language where we know the code, else as the server said it. Null: not a refusal at all. */
export function refusalText(i18n: I18n, locale: Locale, error: unknown): string | null {
  const refusal = refusalOf(error);
  if (refusal === null) return null;
  return isErrorCode(refusal.code) ? codeText(i18n, locale, refusal.code, refusal.params) : refusal.message;
}
