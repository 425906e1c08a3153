import type { I18n } from '@lingui/core';

/** Id prefixes of messages in the catalogue that web and server share. */
type Noun = 'error' | 'status' | 'headline' | 'reason' | 'action' | 'network' | 'event';

/** Translates a message of the shared catalogue: `sharedText(i18n, 'status', 'paid')`. */
export function sharedText(i18n: I18n, noun: Noun, code: string, values: Readonly<Record<string, string>> = {}): string {
  return sharedById(i18n, `${noun}.${code}`, values);
}

/** Translates a message of the shared catalogue by its full id. */
export function sharedById(i18n: I18n, id: string, values: Readonly<Record<string, string>>): string {
  return i18n._(id, { ...values });
}
