import { formatDayInVietnam, formatTimeInVietnam, VIETNAM_OFFSET_MS } from './format.ts';

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
