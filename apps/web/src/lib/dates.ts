import { formatTimeInVietnam, VIETNAM_OFFSET_MS } from './format.ts';

/** Date in Vietnam, `DD/MM`. */
export function formatDayInVietnam(at: Date): string {
  const [, month = '', day = ''] = new Date(at.getTime() + VIETNAM_OFFSET_MS).toISOString().slice(0, 10).split('-');
  return `${day}/${month}`;
}

/** Time in Vietnam, `HH:MM:SS`; preceded by the date if it is not today: `09/12 07:05:09`. */
export function formatMomentInVietnam(at: Date, now: Date): string {
  const time = new Date(at.getTime() + VIETNAM_OFFSET_MS).toISOString().slice(11, 19);
  const day = formatDayInVietnam(at);
  return day === formatDayInVietnam(now) ? time : `${day} ${time}`;
}

/** Date in Vietnam, `DD/MM/YYYY`. */
export function formatDateInVietnam(at: Date): string {
  return `${formatDayInVietnam(at)}/${new Date(at.getTime() + VIETNAM_OFFSET_MS).getUTCFullYear()}`;
}

/** Time in Vietnam, `HH:MM`; preceded by the date if it is not today, with its year if not this year's. */
export function formatShortMomentInVietnam(at: Date, now: Date): string {
  const [day, today] = [formatDateInVietnam(at), formatDateInVietnam(now)];
  const time = formatTimeInVietnam(at);
  if (day === today) return time;
  return `${day.slice(-4) === today.slice(-4) ? formatDayInVietnam(at) : day} ${time}`;
}
