import { DAY_MS, HOUR_MS, MINUTE_MS, VIETNAM_OFFSET_MS } from './durations.ts';

/** Opening and closing time of each day: `8:00-22:00`. */
const HOURS = /^\s*(\d{1,2}):(\d\d)\s*[-–]\s*(\d{1,2}):(\d\d)\s*$/;

/**
 * When staff next begin to work, by support's hours in Vietnam. Null while they work, and for hours that are no opening and closing time, such as
 * `24/7`.
 */
export function nextOpening(hours: string, now: Date): Date | null {
  const [, ...parts] = HOURS.exec(hours) ?? [];
  const [openHour = 0, openMinute = 0, closeHour = 0, closeMinute = 0] = parts.map(Number);
  const open = openHour * HOUR_MS + openMinute * MINUTE_MS;
  const close = closeHour * HOUR_MS + closeMinute * MINUTE_MS;
  if (parts.length === 0 || open === close || open >= DAY_MS || close > DAY_MS) return null;
  const today = Math.floor((now.getTime() + VIETNAM_OFFSET_MS) / DAY_MS) * DAY_MS - VIETNAM_OFFSET_MS;
  const time = now.getTime() - today;
  const isOpen = open < close ? time >= open && time < close : time >= open || time < close;
  if (isOpen) return null;
  return new Date(today + open + (time < open ? 0 : DAY_MS));
}
