import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { LOCALE_CODES, LOCALES, type Locale } from '@quydoi/domain/locales';
import { formatParams } from '@quydoi/domain/money';
import { messages as en } from '../locales/en.ts';
import { messages as ger } from '../locales/ger.ts';
import { messages as jp } from '../locales/jp.ts';
import { messages as ko } from '../locales/ko.ts';
import { messages as enOrder } from '../locales/order/en.ts';
import { messages as gerOrder } from '../locales/order/ger.ts';
import { messages as jpOrder } from '../locales/order/jp.ts';
import { messages as koOrder } from '../locales/order/ko.ts';
import { messages as turOrder } from '../locales/order/tur.ts';
import { messages as viOrder } from '../locales/order/vi.ts';
import { messages as zhOrder } from '../locales/order/zh.ts';
import { messages as tur } from '../locales/tur.ts';
import { messages as vi } from '../locales/vi.ts';
import { messages as enWire } from '../locales/wire/en.ts';
import { messages as gerWire } from '../locales/wire/ger.ts';
import { messages as jpWire } from '../locales/wire/jp.ts';
import { messages as koWire } from '../locales/wire/ko.ts';
import { messages as turWire } from '../locales/wire/tur.ts';
import { messages as viWire } from '../locales/wire/vi.ts';
import { messages as zhWire } from '../locales/wire/zh.ts';
import { messages as zh } from '../locales/zh.ts';

/** Complete catalogues of all languages, for the server. Browsers load those of one language, part by part. */
export const CATALOGUES = {
  vi: { ...vi, ...viOrder, ...viWire },
  en: { ...en, ...enOrder, ...enWire },
  zh: { ...zh, ...zhOrder, ...zhWire },
  ko: { ...ko, ...koOrder, ...koWire },
  ger: { ...ger, ...gerOrder, ...gerWire },
  tur: { ...tur, ...turOrder, ...turWire },
  jp: { ...jp, ...jpOrder, ...jpWire },
} as const satisfies Record<Locale, Messages>;

/** Lingui instance per language, so that concurrent requests never share an active locale. */
const instances = new Map<Locale, I18n>(LOCALE_CODES.map((locale) => [locale, setupI18n({ locale, messages: { [locale]: CATALOGUES[locale] } })]));

/**
 * Translates a message id. Values are inserted verbatim, so format amounts first. Returns an unknown id itself.
 */
export function translate(locale: Locale, id: string, values: Readonly<Record<string, string>> = {}): string {
  if (!Object.hasOwn(CATALOGUES[locale], id)) return id;
  return instances.get(locale)?._(id, { ...values }) ?? id;
}

/**
 * Translates an error code; numbers among the values are plain decimals, and `seconds` are written as `wait`, such as "10 minutes". Returns `fallback`
 * for an unknown code.
 */
export function translateError(locale: Locale, code: string, values: Readonly<Record<string, string>> = {}, fallback: string = code): string {
  const id = `error.${code}`;
  if (!Object.hasOwn(CATALOGUES[locale], id)) return fallback;
  const wait = values.seconds === undefined ? {} : { wait: formatWait(Number(values.seconds), locale) };
  return translate(locale, id, { ...formatParams(values, locale), ...wait });
}

/** A wait, rounded up to whole seconds, minutes or hours. */
function formatWait(seconds: number, locale: Locale): string {
  const [unit, unitSeconds] = seconds > 3_600 ? ['hour', 3_600] : seconds > 60 ? ['minute', 60] : ['second', 1];
  return new Intl.NumberFormat(LOCALES[locale].tag, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(seconds / unitSeconds));
}
