import { VIETNAM_OFFSET_MS } from '@quydoi/domain/durations';
import type { Locale } from '@quydoi/domain/locales';
import { formatTimeInVietnam } from './format.ts';

/** Dates by language, without and with the year. In East Asia the month comes first. */
const FORMATS: Readonly<Record<Locale, readonly [day: string, date: string]>> = {
  vi: ['DD/MM', 'DD/MM/YYYY'],
  en: ['DD/MM', 'DD/MM/YYYY'],
  zh: ['MM/DD', 'YYYY/MM/DD'],
  ko: ['MM. DD.', 'YYYY. MM. DD.'],
  ger: ['DD.MM.', 'DD.MM.YYYY'],
  tur: ['DD.MM', 'DD.MM.YYYY'],
  jp: ['MM/DD', 'YYYY/MM/DD'],
};

/** Date in Vietnam without the year: `09/12`. */
export function formatDayInVietnam(at: Date, locale: Locale): string {
  return write(FORMATS[locale][0], at);
}

/** Date in Vietnam: `09/12/2026`. */
export function formatDateInVietnam(at: Date, locale: Locale): string {
  return write(FORMATS[locale][1], at);
}

/** Date and time in Vietnam: `09/12/2026 07:05`. */
export function formatDateTimeInVietnam(at: Date, locale: Locale): string {
  return `${formatDateInVietnam(at, locale)} ${formatTimeInVietnam(at)}`;
}

/** Time in Vietnam, `HH:MM:SS`; preceded by the date if it is not today: `09/12 07:05:09`. */
export function formatMomentInVietnam(at: Date, now: Date, locale: Locale): string {
  const time = inVietnam(at).slice(11, 19);
  const day = formatDayInVietnam(at, locale);
  return day === formatDayInVietnam(now, locale) ? time : `${day} ${time}`;
}

/** Time in Vietnam, `HH:MM`; preceded by the date if it is not today, with its year if not this year's. */
export function formatShortMomentInVietnam(at: Date, now: Date, locale: Locale): string {
  const [date, today] = [inVietnam(at).slice(0, 10), inVietnam(now).slice(0, 10)];
  const time = formatTimeInVietnam(at);
  if (date === today) return time;
  return date.slice(0, 4) === today.slice(0, 4) ? `${formatDayInVietnam(at, locale)} ${time}` : formatDateTimeInVietnam(at, locale);
}

function write(format: string, at: Date): string {
  const [year = '', month = '', day = ''] = inVietnam(at).slice(0, 10).split('-');
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

/** The moment in ISO format, in Vietnam's time. */
function inVietnam(at: Date): string {
  return new Date(at.getTime() + VIETNAM_OFFSET_MS).toISOString();
}
