import type { I18n } from '@lingui/core';
import { refusalOf } from '@quydoi/client/errors';
import { CURRENCIES, isCurrencyCode } from '@quydoi/domain/currencies';
import type { Locale } from '@quydoi/domain/locales';
import { formatParams } from '@quydoi/domain/money';
import { sharedText } from './shared-text.ts';

/** Localized message of an error code, with numbers and currencies as people write them. */
export function codeText(i18n: I18n, locale: Locale, code: string, params: Readonly<Record<string, string>>): string {
  const shown = formatParams(params, locale);
  if (shown.code === 'vnd') shown.code = CURRENCIES.vnd.unit;
  if (shown.code !== undefined && isCurrencyCode(shown.code)) shown.code = CURRENCIES[shown.code].name;
  return sharedText(i18n, 'error', code, shown);
}

/** Localized message of the server's refusal; the server's own message for codes without one here. Null for other errors, such as a lost connection. */
export function refusalText(i18n: I18n, locale: Locale, error: unknown): string | null {
  const refusal = refusalOf(error);
  if (refusal === null) return null;
  return Object.hasOwn(i18n.messages, `error.${refusal.code}`) ? codeText(i18n, locale, refusal.code, refusal.params) : refusal.message;
}
