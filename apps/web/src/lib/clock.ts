/** Current time by the device's clock, in Unix milliseconds. The web app's only access to the clock. */
export function nowMs(): number {
  return Date.now();
}

/** Difference of two answers' times, in milliseconds, up to which the later answer has only been under way for longer. */
const DELAY_MS_MAX = 2_000;

/** How far the server's clock is ahead of the device's, in milliseconds. */
let skewMs = 0;

/** Sets the server's clock by the time in an answer that has just arrived. Answers come late, never early: the most advanced one is the truest. */
export function setServerTime(time: Date): void {
  const measuredMs = time.getTime() - nowMs();
  if (measuredMs > skewMs || measuredMs < skewMs - DELAY_MS_MAX) skewMs = measuredMs;
}

/** Current time by the server's clock, in Unix milliseconds; by the device's until the server has told its time. */
export function serverNowMs(): number {
  return nowMs() + skewMs;
}
