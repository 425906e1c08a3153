import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { MINUTE_MS, VIETNAM_OFFSET_MS } from '@quydoi/domain/durations';
import type { Locale } from '@quydoi/domain/locales';
import { formatDayInVietnam } from '../../lib/dates.ts';
import { formatTimeInVietnam } from '../../lib/format.ts';

/** Whether the device's clock is Vietnam's at a moment: its owner reads the order's times without being told their zone. */
export function isVietnamClock(at: Date): boolean {
  return -at.getTimezoneOffset() * MINUTE_MS === VIETNAM_OFFSET_MS;
}

/** Time of day in Vietnam, `HH:MM`; says so on devices of other time zones. */
export function timeOfDay(i18n: I18n, at: Date): string {
  const time = formatTimeInVietnam(at);
  return isVietnamClock(at) ? time : i18n._(msg`${{ time }} (giờ Việt Nam)`);
}

/** Day and time of day in Vietnam, with a comma where the language has one between them. */
export function dayAndTime(i18n: I18n, locale: Locale, at: Date): string {
  return `${formatDayInVietnam(at, locale)}${isDayFirst(locale) ? ' ' : ', '}${timeOfDay(i18n, at)}`;
}

/** Time of day in Vietnam, with its day if it is not that of now: in Vietnamese after the time, else before it. */
export function timeOfOrder(i18n: I18n, locale: Locale, at: Date, now: Date): string {
  const day = formatDayInVietnam(at, locale);
  if (day === formatDayInVietnam(now, locale)) return timeOfDay(i18n, at);
  return locale === 'vi' ? `${timeOfDay(i18n, at)}, ${day}` : dayAndTime(i18n, locale, at);
}

/** Time of day by the device's own clock, with its day if it is not that of now; says so on devices of other time zones than Vietnam's. */
export function timeOnDevice(i18n: I18n, locale: Locale, at: Date, now: Date): string {
  if (isVietnamClock(at)) return timeOfOrder(i18n, locale, at, now);
  const ahead = -at.getTimezoneOffset() * MINUTE_MS - VIETNAM_OFFSET_MS;
  const [atDevice, nowDevice] = [at, now].map((time) => new Date(time.getTime() + ahead)) as [Date, Date];
  const [day, time] = [formatDayInVietnam(atDevice, locale), formatTimeInVietnam(atDevice)];
  const moment = day === formatDayInVietnam(nowDevice, locale) ? time : locale === 'vi' ? `${time}, ${day}` : `${day} ${time}`;
  return i18n._(msg`${{ moment }} theo giờ của bạn`);
}

function isDayFirst(locale: Locale): boolean {
  return locale === 'zh' || locale === 'ko' || locale === 'jp';
}
