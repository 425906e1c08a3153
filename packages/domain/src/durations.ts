/** Milliseconds in a second. */
export const SECOND_MS = 1_000;
/** Milliseconds in a minute. */
export const MINUTE_MS = 60 * SECOND_MS;
/** Milliseconds in an hour. */
export const HOUR_MS = 60 * MINUTE_MS;
/** Milliseconds in a day of 24 hours. */
export const DAY_MS = 24 * HOUR_MS;
/** How far Vietnam's clock is ahead of UTC: it has one time zone and no summer time. */
export const VIETNAM_OFFSET_MS = 7 * HOUR_MS;
